// npm run build:static: the pages for a static host, with the form's function on Supabase (docs/supabase.md).
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { end, root } from './run.mjs';

const settings = {
  SITE_URL: {
    fits: (/** @type {string} */ text) => /^https:\/\/[^/\s]+$/.test(text),
    must: 'the address of the site, without a path, like SITE_URL=https://www.example.com',
  },
  PUBLIC_FUNCTIONS_URL: {
    fits: (/** @type {string} */ text) => /^https:\/\/[^/\s]+\/functions\/v1$/.test(text),
    must: 'where the functions are, like PUBLIC_FUNCTIONS_URL=https://abcdefgh.supabase.co/functions/v1',
  },
  PUBLIC_FUNCTIONS_KEY: {
    fits: (/** @type {string} */ text) => /^(sb_publishable_|eyJ)[\w.-]+$/.test(text),
    must: "the project's publishable key, like PUBLIC_FUNCTIONS_KEY=sb_publishable_…",
  },
};

if (process.argv.includes('--help')) {
  console.log(`Builds the pages for a static host, with the form's function on Supabase. Reads from .env or the environment:
${Object.entries(settings)
  .map(([name, { must }]) => `  ${name} is ${must}`)
  .join('\n')}
Exits with 0 when the folder is ready to upload, with 1 and an explanation otherwise.`);
  process.exit(0);
}

const faults = Object.entries(settings)
  .filter(([name, { fits }]) => !fits(process.env[name] ?? ''))
  .map(
    ([name, { must }]) =>
      `${name} is ${process.env[name] ? `"${process.env[name]}"` : 'not set'}: it must be ${must}`,
  );
if (faults.length > 0) {
  end(
    `${faults.join('\n')}\nWrite them into .env and run the command again. docs/supabase.md has the steps.`,
  );
}

await install();
await buildIfStale();
const folder = join(root, 'build/static');
rmSync(folder, { recursive: true, force: true });
// Static hosts compress by themselves.
cpSync(join(root, 'build/site'), folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
console.log(`
The pages are in build/static, with their headers in the file _headers. Upload the whole folder:
  Cloudflare Pages  npx wrangler pages deploy build/static
  Netlify           npx netlify deploy --prod --dir build/static
Then set the same SITE_URL for the functions: npx supabase secrets set SITE_URL=${process.env.SITE_URL}`);
