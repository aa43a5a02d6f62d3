import { contactPath } from '../../../contract/contact-fields.ts';
import type { Check } from '../circumstances.ts';

/** An empty form is refused for its fields where the proxy passes Host on, for its origin where it does not. */
export const host: Check = {
  name: 'the name that the proxy passes on',
  asksSite: true,
  run: async ({ site, ask }) => {
    const headers = { Origin: site.origin, 'Content-Type': 'application/json' };
    const { status } = await ask(contactPath, { method: 'POST', headers, body: '{}' });
    return status === 422
      ? []
      : [
          {
            open:
              status === 403
                ? 'The proxy does not pass the header Host on unchanged, so every form that a visitor sends is turned away: let it, as deploy/Caddyfile does.'
                : `An empty form was answered with ${status} instead of 422, so a visitor's may not get through: look whether the proxy leads ${contactPath} to the server.`,
          },
        ];
  },
};
