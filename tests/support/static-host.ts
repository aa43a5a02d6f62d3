import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

interface StaticHostOptions {
  /** An address that was built in before a test knew the real one. */
  replace: { address: string; by(): string };
  /** Served beside the folder, by path. */
  extra?: Record<string, string>;
}

/** Serves a folder as Cloudflare Pages and Netlify do: paths without ending, and the rules of `_headers`. */
export async function startStaticHost(folder: string, { replace, extra = {} }: StaticHostOptions) {
  const read = (file: string) =>
    readFileSync(join(folder, file), 'utf8').replaceAll(replace.address, replace.by());
  const rules = () =>
    read('_headers')
      .split(/\n(?=\/)/)
      .map((rule) => rule.trim().split('\n'))
      .map(([pattern = '', ...headers]) => ({
        matches: (path: string) =>
          pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
        headers: headers.map((line) => line.trim().split(/: (.*)/, 2) as [string, string]),
      }));

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const candidates = [pathname, `${pathname}.html`, join(pathname, 'index.html')];
    const found = candidates.find(
      (path) => existsSync(join(folder, path)) && statSync(join(folder, path)).isFile(),
    );
    for (const { matches, headers } of rules()) {
      for (const [name, value] of matches(pathname) ? headers : []) {
        response.appendHeader(name, value);
      }
    }
    const file = found ?? '404.html';
    const isText = /\.(html|js|css|svg)$/.test(file);
    response.statusCode = extra[pathname] || found ? 200 : 404;
    response.setHeader(
      'Content-Type',
      types[extname(extra[pathname] ? pathname : file)] ?? 'application/octet-stream',
    );
    response.end(extra[pathname] ?? (isText ? read(file) : readFileSync(join(folder, file))));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
