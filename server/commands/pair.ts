import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { createPairingLink, getSiteOrigin } from '../dispatch/pairing-link.ts';
import type { StoredDevice } from '../requests/devices.ts';
import { openSharedStore } from '../store/store.ts';
import { formatLocalTime } from '../text/text.ts';
import { createCommand, runAsProgram } from './command.ts';

const help = `Usage: npm run pair -- [OPTION]
With Docker: docker compose exec site node server/commands/pair.ts [OPTION]
Safe while the server runs.

(nothing)     a link that pairs a phone with Dispatch, for 15 minutes
--list        the paired phones
--remove ID   removes a phone, which loses access immediately`;

const flags = { list: { type: 'boolean' }, remove: { type: 'string' } } as const;

export const run = createCommand(help, async (args, { siteUrl, port, ...settings }) => {
  const { values } = parseArgs({ args, options: flags });
  const store = await openSharedStore(settings, [], () => undefined);
  try {
    if (values.list) {
      const devices = await store.listDevices();
      return devices.length > 0
        ? devices.map(describeDevice).join('\n')
        : 'No phone is paired. To pair one: npm run pair';
    }
    if (values.remove !== undefined) {
      const id = Number(values.remove);
      if (!(await store.listDevices()).some((device) => device.id === id)) {
        throw new Error(`No paired phone has the ID "${values.remove}". To see them: npm run pair -- --list`);
      }
      await store.removeDevice({ id, mayRemoveLast: true });
      return 'Removed. The phone no longer has access.';
    }
    const { token } = await store.createPairing();
    return createInvitation(getSiteOrigin({ siteUrl, port }), token);
  } finally {
    await store.close();
  }
});

/** Returns the link that pairs a device, in a QR code and in plain text. */
export function createInvitation(origin: string, token: string): string {
  const url = createPairingLink(origin, token);
  return `${renderUnicodeCompact(url)}\n\nOpen this link on the phone. It works once, for 15 minutes:\n${url}`;
}

function describeDevice({ id, name, firstName, seenAt }: StoredDevice): string {
  const owner = firstName ? ` (${firstName})` : '';
  return `${id}  ${name}${owner}, last seen ${formatLocalTime(new Date(seenAt))}`;
}

if (import.meta.main) {
  await runAsProgram(run);
}
