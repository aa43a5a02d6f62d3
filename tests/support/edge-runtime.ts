/**
 * Imitates Supabase's documented gateway and runtime. Runs the functions in supabase/ in one process, each under
 * /functions/v1/<name>. The gateway removes /functions/v1 from the path.
 */
const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
const serve = Deno.serve;

// Nothing needs to keep this process alive.
Object.assign(globalThis, { EdgeRuntime: { waitUntil: () => undefined } });

for (const name of Deno.args) {
  Object.assign(Deno, { serve: (handler: (request: Request) => Response) => handlers.set(name, handler) });
  await import(`../../supabase/functions/${name}/index.ts`);
}

serve({
  hostname: '127.0.0.1',
  port: 0,
  onListen: ({ port }) =>
    console.log(JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${port}` })),
  handler: (request, { remoteAddr }) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.replace('/functions/v1', '');
    const handler = handlers.get(url.pathname.split('/')[1] ?? '');
    if (handler === undefined) {
      return new Response(null, { status: 404 });
    }
    const headers = new Headers(request.headers);
    headers.set('X-Forwarded-For', headers.get('X-Forwarded-For') ?? remoteAddr.hostname);
    return handler(new Request(url, { method: request.method, headers, body: request.body }));
  },
});
