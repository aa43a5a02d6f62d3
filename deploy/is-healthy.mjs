// node deploy/is-healthy.mjs [SECONDS] exits with 0 if the server serves pages and can save requests,
// otherwise with 1. It retries for the given time, or tries once by default. HOST and PORT must be set as for
// the server.
import { unquote } from '../server/settings/unquote.ts';

const [HOST, PORT] = [process.env.HOST, process.env.PORT].map((value) => unquote(value ?? ''));
const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
const site = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 8080}`;
const end = performance.now() + Number(process.argv[2] ?? 0) * 1_000;

for (;;) {
  const requests = ['/', '/healthz'].map((path) =>
    fetch(site + path, { signal: AbortSignal.timeout(5_000) }),
  );
  const responses = await Promise.all(requests).catch(() => []);
  if (responses.length > 0 && responses.every(({ ok }) => ok)) {
    process.exit(0);
  } else if (performance.now() > end) {
    process.exit(1);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}
