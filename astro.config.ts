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

// If an owner made a mistake, the build stops with a message, without a stack trace.
function stopBuild(error: unknown): never {
  if (!(error instanceof ContentError)) {
    throw error;
  }
  console.error(`\n${error.message}\n`);
  process.exit(1);
}

await checkContent().catch(stopBuild);

// Import these after the check. Otherwise, an unknown town would end the build with a stack trace.
const scriptData: Record<string, object> = {
  '/content/languages.ts': await import('./content/languages.ts'),
  '/content/services.ts': await readScriptServices(),
  '/site/facts.ts': await import('./site/facts.ts'),
  '/site/area-check/area-table.ts': await import('./site/area-check/area-table.ts'),
  '/site/live-changes/close-words.ts': await import('./site/live-changes/close-words.ts'),
  '/site/position/towns.ts': await import('./site/position/towns.ts'),
};

try {
  checkWords();
} catch (error) {
  stopBuild(new ContentError((error as Error).message));
}
// The style sheets refer to the font's file, so create it first.
await makeFont(content);

const environment = loadEnv('production', process.cwd(), '');
if (environment.SITE_URL && !URL.canParse(environment.SITE_URL)) {
  const fix = 'Write it like https://www.example.com, or leave the line out on your own computer.';
  stopBuild(new ContentError(`SITE_URL is "${environment.SITE_URL}". ${fix}`));
}

export default defineConfig({
  /** The site's public URL, used for absolute URLs, like canonical links. */
  site: environment.SITE_URL || 'https://set-site-url.example',
  srcDir: './site',
  outDir: './build/site',
  // Contains every size of the owner's photos. Owners commit it, so a build encodes only new or changed photos.
  cacheDir: './renditions',
  build: { format: 'preserve', inlineStylesheets: 'always' },
  integrations: [react()],
  image: {
    // Chroma subsampling is hardly visible in photographs and saves some of their bytes.
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
      /** The public anonymous key that Supabase clients send. Our own server ignores it. */
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
      // Style sheets also refer to scenes.svg, which site/pages/scenes.svg.ts creates. The bundler must not look for
      // it.
      rolldownOptions: { external: [/^\/scenes\.svg#/] },
    },
    environments: {
      client: {
        build: {
          // Puts all of React into one file, separate from our code.
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
        // Component names are unique, so class names need no hash. They are readable, and shorter.
        generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*/, '')}-${name}`,
      },
    },
    server: { proxy: { [functionsPath]: process.env.FUNCTION_ORIGIN ?? 'http://127.0.0.1:8080' } },
  },
});

/** Settings of the client build. Astro would overwrite them in the configuration above. */
function clientSettings(): Plugin {
  const build = {
    // scriptFiles() replaces it.
    modulePreload: false as const,
    // Otherwise, a constant that the scripts of two pages share may become a file, which costs a request.
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
 * Removes the components' styles from the client build. The pages with these components already include them, and Astro
 * would add them to every page.
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

/** Returns the services that the form offers, without their icons, which scripts don't use. */
async function readScriptServices() {
  const { services } = await import('./content/services.ts');
  const offered = services.filter(({ inForm }) => inForm);
  return { services: offered.map(({ icon, ...service }) => service) };
}

/**
 * Replaces the modules in `scriptData` with their values. Scripts then contain neither the code that computes the
 * values nor the tables it reads.
 */
function factsAsData(): Plugin {
  return {
    name: 'facts-as-data',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const [, values] = Object.entries(scriptData).find(([file]) => id.endsWith(file)) ?? [];
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
 * Tells load-script.ts which files each dynamically imported script needs: its own file and its imports, except those
 * that are already loaded. Replaces Vite's preloading.
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
        const collectFiles = (file: string, seen: ReadonlySet<string>): Set<string> => {
          const chunk = bundle[file];
          const all = new Set(seen).add(file);
          if (seen.has(file) || chunk?.type !== 'chunk') {
            return all;
          }
          return chunk.imports.reduce((found, imported) => collectFiles(imported, found), all);
        };
        const loadedWithPage = new Set([page.fileName]);
        const loadedWithForm = collectFiles(form.fileName, loadedWithPage);
        const files = chunks
          .filter(({ isDynamicEntry }) => isDynamicEntry)
          .map(({ name, fileName, imports }) => {
            const loaded = imports.includes(form.fileName) ? loadedWithForm : loadedWithPage;
            return [
              name,
              [...collectFiles(fileName, loaded).difference(loaded)].map((file) => basename(file)),
            ];
          });
        page.code = page.code.replace('__SCRIPT_FILES__', JSON.stringify(Object.fromEntries(files)));
      },
    },
  };
}
