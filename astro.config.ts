import { basename } from 'node:path';
import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { loadEnv, type Plugin } from 'vite';
import { checkWords } from './contract/check-words.ts';
import { functionsPath } from './contract/contact-fields.ts';
import { cssOptions, viteTargets } from './postbuild/oldest-browsers.ts';
import { ContentError, checkContent } from './site/check-content.ts';
import { content } from './site/owner-content.ts';
import { makeFont } from './site/styles/overpass/font.ts';
import { plainColors } from './site/styles/plain-colors.ts';
import { wordsForScripts } from './site/words-for-scripts.ts';

// An owner's mistake ends the build with its sentence, without a stack trace.
function stopBuild(error: unknown): never {
  if (!(error instanceof ContentError)) {
    throw error;
  }
  console.error(`\n${error.message}\n`);
  process.exit(1);
}

await checkContent().catch(stopBuild);

// After the check: facts that cannot be computed would end the build without its sentences.
const data: Record<string, object> = {
  '/content/languages.ts': await import('./content/languages.ts'),
  '/content/services.ts': await scriptServices(),
  '/site/facts.ts': await import('./site/facts.ts'),
  '/site/area-check/area-table.ts': await import('./site/area-check/area-table.ts'),
  '/site/site-now/close-words.ts': await import('./site/site-now/close-words.ts'),
  '/site/position/towns.ts': await import('./site/position/towns.ts'),
};

try {
  checkWords();
} catch (error) {
  stopBuild(new ContentError((error as Error).message));
}
// Before the style sheets are read: they name its files.
await makeFont(content);

const environment = loadEnv('production', process.cwd(), '');
if (environment.SITE_URL && !URL.canParse(environment.SITE_URL)) {
  const fix = 'Write it like https://www.example.com, or leave the line out on your own computer.';
  stopBuild(new ContentError(`SITE_URL is "${environment.SITE_URL}". ${fix}`));
}

export default defineConfig({
  /** The site's public URL, used for canonical links, the sitemap and the social picture. */
  site: environment.SITE_URL || 'https://set-site-url.example',
  srcDir: './site',
  outDir: './build/site',
  // An owner commits this folder with every size of the photos, so that a build encodes only new ones.
  cacheDir: './renditions',
  build: { format: 'preserve', inlineStylesheets: 'always' },
  integrations: [react()],
  image: {
    // Chroma subsampling is invisible in photographs and saves a seventh of their bytes.
    service: {
      entrypoint: 'astro/assets/services/sharp',
      config: { avif: { chromaSubsampling: '4:2:0' } },
    },
  },
  devToolbar: { enabled: false },
  env: {
    schema: {
      /** Base URL of the functions, if on another origin, e.g. https://abc.supabase.co/functions/v1 */
      PUBLIC_FUNCTIONS_URL: envField.string({ context: 'client', access: 'public', default: functionsPath }),
      /** The public anonymous key that a Supabase client sends with each call. Our own server ignores it. */
      PUBLIC_FUNCTIONS_KEY: envField.string({
        context: 'client',
        access: 'public',
        default: 'public-anonymous-key',
      }),
    },
    validateSecrets: true,
  },
  vite: {
    plugins: [clientSettings(), stylesOnce(), wordsForScripts(), factsAsData(), scriptFiles()],
    build: {
      target: viteTargets,
      cssTarget: viteTargets,
      // Styles name it too, and it's made by a page of ours.
      rolldownOptions: { external: [/^\/scenes\.svg#/] },
    },
    environments: {
      client: {
        build: {
          // React whole in one file, and none of it in the form's own.
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
              },
            },
          },
        },
      },
    },
    css: {
      lightningcss: cssOptions,
      postcss: { plugins: [plainColors] },
      modules: {
        // Readable in the served page, and shorter than a hash: component names are unique.
        generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*/, '')}-${name}`,
      },
    },
    server: { proxy: { [functionsPath]: process.env.FUNCTION_ORIGIN ?? 'http://127.0.0.1:8080' } },
  },
});

/** Settings of the client build that Astro overwrites if they are above. */
function clientSettings(): Plugin {
  const build = {
    // scriptFiles() takes its place.
    modulePreload: false as const,
    // A constant that the scripts of two pages share would otherwise be a file, and a request.
    rolldownOptions: {
      optimization: { inlineConst: true },
      treeshake: { moduleSideEffects: [{ test: /\.css\?url$/, sideEffects: false }] },
    },
  };
  return {
    name: 'client-settings',
    configEnvironment: (name) => (name === 'client' ? { build } : undefined),
  };
}

/**
 * Drops the form's styles from the client build: the pages with the form already include them, and Astro
 * would add them to every page again.
 */
function stylesOnce(): Plugin {
  return {
    name: 'styles-once',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') {
            continue;
          }
          for (const sheet of chunk.viteMetadata?.importedCss ?? []) {
            delete bundle[sheet];
          }
          chunk.viteMetadata?.importedCss.clear();
        }
      },
    },
  };
}

/** The services that the form offers, without their icons: scripts use nothing else. */
async function scriptServices() {
  const { services } = await import('./content/services.ts');
  const offered = services.filter(({ inForm }) => inForm);
  return { services: offered.map(({ icon, ...service }) => service) };
}

/** Inlines the facts, and what follows from the areas, into scripts as data: without content/ and national tables. */
function factsAsData(): Plugin {
  return {
    name: 'facts-as-data',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const [, values] = Object.entries(data).find(([file]) => id.endsWith(file)) ?? [];
      if (!values) {
        return;
      }
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/**
 * Tells load-script.ts the files of each script that is loaded later: its own and those it imports, but for
 * those that have arrived before. It takes the place of Vite's preloading.
 */
function scriptFiles(): Plugin {
  return {
    name: 'script-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      return id.includes('vite/preload-helper')
        ? 'export const __vitePreload = (load) => load();'
        : undefined;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const page = chunks.find(({ code }) => code.includes('__SCRIPT_FILES__'));
        const form = chunks.find(({ name, isDynamicEntry }) => isDynamicEntry && name === 'hydrate');
        if (!page || !form) {
          return;
        }
        const filesOf = (file: string, seen: ReadonlySet<string>): Set<string> => {
          const chunk = bundle[file];
          const all = new Set(seen).add(file);
          if (seen.has(file) || chunk?.type !== 'chunk') {
            return all;
          }
          return chunk.imports.reduce((found, imported) => filesOf(imported, found), all);
        };
        const before = new Set([page.fileName]);
        const withForm = filesOf(form.fileName, before);
        const files = chunks
          .filter(({ isDynamicEntry }) => isDynamicEntry)
          .map(({ name, fileName, imports }) => {
            const known = imports.includes(form.fileName) ? withForm : before;
            return [name, [...filesOf(fileName, known).difference(known)].map((file) => basename(file))];
          });
        page.code = page.code.replace('__SCRIPT_FILES__', JSON.stringify(Object.fromEntries(files)));
      },
    },
  };
}
