import { commonHeaders } from '../../../server/headers.ts';
import type { Check } from '../circumstances.ts';

export const headers: Check = {
  name: 'the headers of the pages',
  asksSite: true,
  run: async ({ settings, ask }) => {
    const { headers: got } = await ask('/', { headers: { 'Accept-Encoding': 'br' } });
    const wrong = [
      ...Object.entries(commonHeaders(settings.siteUrl))
        .filter(([name, value]) => got.get(name) !== value)
        .map(([name]) => name),
      ...(got.get('Content-Security-Policy')?.startsWith("default-src 'none'")
        ? []
        : ['Content-Security-Policy']),
    ];
    return [
      ...(wrong.length === 0
        ? []
        : [
            {
              open: `The proxy drops or changes ${wrong.join(', ')}, which keep out strangers' scripts and frames: make it pass on the server's headers.`,
            },
          ]),
      ...(got.get('Content-Encoding') === 'br'
        ? []
        : [
            {
              open: 'The pages arrive without the brotli that the server gives them, so the number takes longer to appear over a weak connection: make the proxy pass on Accept-Encoding and encode nothing itself.',
            },
          ]),
    ];
  },
};
