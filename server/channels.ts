import type { Log } from './log.ts';
import { emailChannel } from './mail/email-channel.ts';
import type { Channel } from './outbox/channel.ts';
import type { Settings } from './settings.ts';

/** Every way to tell the owner of a request, as the settings configure it. */
export function channelsOf(settings: Settings, log: Log): readonly Channel[] {
  return [emailChannel(settings, log)];
}
