/** The files of each script that is loaded later, by name. The build fills them in (astro.config.ts). */
declare const __SCRIPT_FILES__: Record<string, string[]>;

/** A file that has not arrived by then is asked for again. */
const fileMilliseconds = 20_000;

/**
 * Imports a script once all its files are in the browser's cache. An import that fails could not be repeated:
 * Chromium remembers the failure as long as the page is open (whatwg/html#6768).
 */
export async function loadScript<Script>(name: string, load: () => Promise<Script>): Promise<Script> {
  const files = import.meta.env.PROD ? __SCRIPT_FILES__[name] : [];
  await Promise.all((files ?? []).map((file) => fetchScript(file, 'default')));
  return load();
}

/** A portal or filter may answer in the server's place, and its page may be in the cache: then it is fetched anew. */
async function fetchScript(file: string, cache: RequestCache): Promise<void> {
  const response = await fetch(`/_astro/${file}`, { cache, signal: AbortSignal.timeout(fileMilliseconds) });
  const isScript = response.ok && /javascript/.test(response.headers.get('content-type') ?? '');
  if (!isScript && cache === 'default') return fetchScript(file, 'reload');
  if (!isScript) throw new Error(`${file} answered ${response.status}.`);
  await response.arrayBuffer();
}
