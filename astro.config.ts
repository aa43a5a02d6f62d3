import { basename } from 'node:path';
import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { loadEnv, type Plugin } from 'vite';
import { checkWords } from './contract/check-words.ts';
import { functionsPath } from './contract/contact-fields.ts';
import { checkContent } from './site/check-content.ts';
import * as facts from './site/facts.ts';

checkContent();

checkWords();

const environment = loadEnv('production', process.cwd(), '');

export default defineConfig({
  /** Where the site will live: canonical links, the sitemap and the social picture are made from it. */
  site: environment.SITE_URL || 'https://milemarkerdiesel.example',
  srcDir: './site',
  outDir: './build/site',
  // Not in node_modules: `npm ci` would throw the pictures away that took longest to make.
  cacheDir: './.cache/astro',
  build: { format: 'preserve', inlineStylesheets: 'always' },
  integrations: [react()],
  image: {
    // Photographs lose nothing that is seen by half the color resolution, and a seventh of their bytes.
    service: {
      entrypoint: 'astro/assets/services/sharp',
      config: { avif: { chromaSubsampling: '4:2:0' } },
    },
  },
  devToolbar: { enabled: false },
  env: {
    schema: {
      /** Base URL of the functions when they live on another origin, e.g. https://abc.supabase.co/functions/v1 */
      PUBLIC_FUNCTIONS_URL: envField.string({ context: 'client', access: 'public', default: functionsPath }),
      /** The public anonymous key sent with each call (spec, section 6). Our own server ignores it. */
      PUBLIC_FUNCTIONS_KEY: envField.string({
        context: 'client',
        access: 'public',
        default: 'public-anonymous-key',
      }),
    },
    validateSecrets: true,
  },
  vite: {
    plugins: [stylesOnce(), factsAsData()],
    // The oldest browsers that get the styled page; what they lack is rewritten for them.
    build: { cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'] },
    css: {
      modules: {
        // Readable in the served page, and shorter than a hash: component names are unique.
        generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*/, '')}-${name}`,
      },
    },
    server: { proxy: { [functionsPath]: process.env.FUNCTION_ORIGIN ?? 'http://127.0.0.1:8080' } },
  },
});

/**
 * Keeps the styles of the form's components out of their script's half of the build: the pages that
 * show the form hold them, and Astro would put them into every page a second time.
 */
function stylesOnce(): Plugin {
  return {
    name: 'styles-once',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const sheet of chunk.viteMetadata?.importedCss ?? []) delete bundle[sheet];
          chunk.viteMetadata?.importedCss.clear();
        }
      },
    },
  };
}

/** Gives scripts the facts as they are, without all of content/business.ts and what checks and prints it. */
function factsAsData(): Plugin {
  return {
    name: 'facts-as-data',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!id.endsWith('/site/facts.ts')) return;
      return Object.entries(facts)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
