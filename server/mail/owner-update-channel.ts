import { html } from 'hono/html';
import { interpolate } from '../../content/interpolate.ts';
import { mailWords } from '../../content/words/index.ts';
import { ownerEmailWords } from '../../content/words/owner-emails.ts';
import type { Log } from '../log/log.ts';
import { ownerUpdateChannelName } from '../requests/channel-data.ts';
import { isEmergency } from '../requests/emergency.ts';
import type { RequestChannel } from '../requests/request-channel.ts';
import { formatServiceName } from '../text/text.ts';
import { renderEmailPage } from './email-page.ts';
import type { OutgoingEmail, Transport } from './transport.ts';

interface Envelope {
  from: string;
  to: readonly string[];
}

/**
 * Creates the channel that emails the owner about cancellations, undone cancellations, and deletions of requests whose
 * email may have arrived.
 */
export function createOwnerUpdateChannel(
  { from, to }: Envelope,
  transport: Transport,
  log: Log,
): RequestChannel {
  return {
    name: ownerUpdateChannelName,
    recipients: to,
    accepts: 'none',
    canDeliver: transport.canDeliver,
    send: ({ deliveries: [delivery] }, signal) => {
      const { reference, fields, honeypotFilled, update = 'canceled', recipient, claimedAt } = delivery;
      const words = ownerEmailWords[update];
      const facts = { reference, service: formatServiceName(fields.service) };
      const email = composeOwnerEmail(
        { from, to },
        {
          reference: `${reference}-${update}`,
          subject: interpolate(words.subject, facts),
          text: interpolate(words.text, facts),
          isUrgent:
            update === 'canceled' || (update === 'stillNeeded' && isEmergency(fields, honeypotFilled)),
          date: claimedAt,
        },
      );
      return transport.send(email, recipient, signal);
    },
    log: ({ reference }, attempt) => log('mail', { reference, channel: ownerUpdateChannelName, ...attempt }),
  };
}

interface OwnerEmail {
  /** Part of the message ID, and the file's name if emails are written to files. */
  reference: string;
  subject: string;
  text: string;
  isUrgent?: boolean;
  date: Date;
}

/** Composes an email to the owner about anything but a new request. It contains nothing that a visitor wrote. */
export function composeOwnerEmail(
  { from, to }: Envelope,
  { reference, subject, text, isUrgent = false, date }: OwnerEmail,
): OutgoingEmail {
  return {
    from: { name: mailWords.sender, address: from },
    to: [...to],
    reference,
    replyTo: undefined,
    subject,
    messageId: `<${reference}.${date.getTime()}@${from.split('@')[1]}>`,
    date,
    headers: {
      // RFC 3834: stops out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(isUrgent ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text,
    html: renderEmailPage({
      title: subject,
      content: text.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>\n`),
    }),
  };
}
