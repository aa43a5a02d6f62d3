import type { Log } from './log/log.ts';
import { chooseTransport, createEmailChannel } from './mail/email-channel.ts';
import { createOwnerUpdateChannel } from './mail/owner-update-channel.ts';
import type { Transport } from './mail/transport.ts';
import { createPagingChannels } from './paging/paging-channels.ts';
import type { Paging } from './paging/recipients.ts';
import { createStopChannels } from './paging/stop-channels.ts';
import type { RequestChannel } from './requests/request-channel.ts';
import type { Settings } from './settings/settings.ts';

interface Channels {
  /** Sends every email. */
  transport: Transport;
  email: RequestChannel;
  /** All channels, with `email` first. */
  channels: RequestChannel[];
}

/** Creates the channels that deliver requests to the owner: on a server, on Supabase, and in tests. */
export function createChannels(settings: Settings, paging: Paging, log: Log): Channels {
  const transport = chooseTransport(settings, log);
  const email = createEmailChannel(settings, log, transport);
  const ownerUpdates = createOwnerUpdateChannel(
    { from: settings.mailFrom, to: settings.mailTo },
    transport,
    log,
  );
  const channels = [
    email,
    ownerUpdates,
    ...createPagingChannels(paging, log),
    ...createStopChannels(paging, log),
  ];
  return { transport, email, channels };
}
