import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { contactPath } from '../../contract/contact-fields.ts';
import { getServerUrl } from '../../server/http/server.ts';

export type FlakyProxy = Awaited<ReturnType<typeof startProxy>>;

interface Post {
  status: number | undefined;
  /** Whether the browser sent the form instead of our script. */
  isNative: boolean;
}

interface ProxyOptions {
  /** Changes each page, style sheet, script, and SVG file that passes through the proxy. */
  change?: ((text: string) => string) | undefined;
  /** If false, each page's policy forbids scripts. */
  hasScripts?: boolean;
}

/** Starts a proxy in front of the site, because tests can't control the network of most browsers. */
export async function startProxy(target: string, { change, hasScripts = true }: ProxyOptions = {}) {
  let drop: (() => void) | undefined;
  /** The posts to the contact function that got a response. */
  const posts: Post[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const isPost = method === 'POST' && url.startsWith(contactPath);
    if (drop && isPost) {
      incoming.socket.destroy();
      drop();
      return;
    }
    const forwarded = request(target + url, { method, headers: askForWholePage(headers) }, async (answer) => {
      if (isPost) {
        const isNative = headers['content-type'] === 'application/x-www-form-urlencoded';
        posts.push({ status: answer.statusCode, isNative });
      }
      const body = await readBody(answer);
      outgoing.writeHead(answer.statusCode ?? 502, changedHeaders(answer.headers));
      outgoing.end(method === 'HEAD' ? undefined : body);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  async function readBody(answer: IncomingMessage): Promise<Buffer> {
    const body = await buffer(answer);
    const isText = /html|css|javascript|svg/.test(answer.headers['content-type'] ?? '');
    return change && isText ? Buffer.from(change(`${body}`)) : body;
  }

  function changedHeaders({ etag: _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
    const policy = `${headers['content-security-policy']}`;
    // The length and the hashes of scripts and styles don't match changed pages.
    if (change) {
      delete headers['content-length'];
      delete headers['content-security-policy'];
    } else if (!hasScripts) {
      headers['content-security-policy'] = policy.replace(/script-src [^;]*/, "script-src 'none'");
    }
    return headers;
  }

  return {
    url: getServerUrl(server),
    posts,
    /** Drops posts. Resolves when the first post is lost. */
    goDown() {
      const { promise, resolve } = Promise.withResolvers<void>();
      drop = resolve;
      return promise;
    },
    goUp() {
      drop = undefined;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Changes a request's headers to ask for a whole, uncompressed page. */
function askForWholePage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'if-none-match': _, 'if-modified-since': __, ...others } = headers;
  return { ...others, 'accept-encoding': 'identity' };
}
