/** The files of each script that is loaded later, by name. The build fills them in (astro.config.ts). */
declare const __SCRIPT_FILES__: Record<string, string[]>;

const fileTimeout = 20_000;

/**
 * The browser may have cached a captive portal's page as a script. After any response that isn't a script, we bypass
 * the cache.
 */
let cache: RequestCache = 'default';

/**
 * Imports a script once all its files have arrived. Many versions of Chromium can't repeat a failed import, because
 * they remember the failure as long as the page is open (whatwg/html#6768).
 */
export async function loadScript<Script>(name: string, load: () => Promise<Script>): Promise<Script> {
  const files = import.meta.env.PROD ? __SCRIPT_FILES__[name] : [];
  await Promise.all(
    (files ?? []).map(async (file) => {
      const signal = AbortSignal.timeout(fileTimeout);
      const response = await fetch(`/_astro/${file}`, { cache, signal });
      if (!response.ok || !response.headers.get('content-type')?.includes('javascript')) {
        cache = 'reload';
        throw new Error(file);
      }
      await response.arrayBuffer();
    }),
  );
  return load();
}
