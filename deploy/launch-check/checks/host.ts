import { contactPath } from '../../../contract/contact-fields.ts';
import type { Check } from '../circumstances.ts';

/** An empty form is rejected for its fields if the proxy passes Host on, for its origin if it does not. */
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
                ? 'The proxy does not pass on the header Host unchanged, so every form that a visitor sends is rejected: configure it like deploy/Caddyfile.'
                : `An empty form got ${status} instead of 422, so a visitor's may not get through: check that the proxy forwards ${contactPath} to the server.`,
          },
        ];
  },
};
