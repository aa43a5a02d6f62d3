/**
 * Stands for Supabase's gateway and runtime, as far as its documentation tells: the functions of supabase/ in
 * one process, each under /functions/v1/<name>, which the gateway takes off the path. A GET of HTML is answered
 * as plain text.
 */
const background = new Set<Promise<unknown>>();
const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
const serve = Deno.serve;

Object.assign(globalThis, {
  EdgeRuntime: {
    waitUntil(work: Promise<unknown>): void {
      background.add(work);
      work.finally(() => background.delete(work));
    },
  },
});

for (const name of Deno.args) {
  Object.assign(Deno, { serve: (handler: (request: Request) => Response) => handlers.set(name, handler) });
  await import(`../../supabase/functions/${name}/index.ts`);
}

serve({
  hostname: '127.0.0.1',
  port: 0,
  onListen: ({ port }) =>
    console.log(JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${port}` })),
  handler: async (request, { remoteAddr }) => {
    const url = new URL(request.url);
    const [, name = ''] = /^\/functions\/v1\/([^/]*)/.exec(url.pathname) ?? [];
    const handler = handlers.get(name);
    if (handler === undefined) {
      return new Response(null, { status: 404 });
    }
    url.pathname = url.pathname.replace('/functions/v1', '');
    const headers = new Headers(request.headers);
    headers.set('X-Forwarded-For', headers.get('X-Forwarded-For') ?? remoteAddr.hostname);
    const response = await handler(
      new Request(url, { method: request.method, headers, body: request.body, redirect: 'manual' }),
    );
    if (request.method === 'GET' && response.headers.get('Content-Type')?.startsWith('text/html')) {
      response.headers.set('Content-Type', 'text/plain');
    }
    return response;
  },
});
