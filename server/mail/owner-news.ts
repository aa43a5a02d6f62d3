import { html } from 'hono/html';
import { interpolate } from '../../content/interpolate.ts';
import { mailWords } from '../../content/words/mail.ts';
import { newsWords } from '../../content/words/news.ts';
import type { RequestChannel } from '../requests/claim.ts';
import { newsChannel } from '../requests/routes.ts';
import { serviceInWords } from '../text/text.ts';
import { emailPage } from './email-page.ts';
import type { Email, Transport } from './transport.ts';

interface Envelope {
  from: string;
  to: readonly string[];
}

/** Emails about what became of a request after it was emailed: the driver canceled it, or deleted what it said. */
export function newsEmails({ from, to }: Envelope, transport: Transport): RequestChannel {
  return {
    name: newsChannel,
    recipients: to,
    takes: 'none',
    delivers: transport.delivers,
    send: ({ deliveries: [delivery] }, signal) => {
      const { reference, fields, news = 'canceled', recipient, claimedAt } = delivery;
      const words = newsWords[news];
      const facts = { reference, service: serviceInWords(fields.service) };
      const email = ownerEmail(
        { from, to },
        {
          reference: `${reference}-${news}`,
          subject: interpolate(words.subject, facts),
          text: interpolate(words.text, facts),
          isUrgent: news === 'canceled',
          date: claimedAt,
        },
      );
      return transport.send(email, recipient, signal);
    },
    log: () => undefined,
  };
}

interface OwnerEmail {
  /** Names the file, where emails are written to files. */
  reference: string;
  subject: string;
  text: string;
  isUrgent?: boolean;
  date: Date;
}

/** An email from the website to its owner that is about no new request. No visitor's words are in it. */
export function ownerEmail(
  { from, to }: Envelope,
  { reference, subject, text, isUrgent = false, date }: OwnerEmail,
): Email {
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
    html: emailPage({
      title: subject,
      content: text.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>\n`),
    }),
  };
}
