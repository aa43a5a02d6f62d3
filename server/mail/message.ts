import MailComposer from 'nodemailer/lib/mail-composer';
import { business } from '../../content/business.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import type { ServiceValue } from '../../contract/contact-fields.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { readPlainAddress } from '../setting-values.ts';
import type { OwedMail } from '../store/request-store.ts';
import { htmlTwin, textTwin } from './message-body.ts';
import type { Mail } from './transport.ts';

export interface MailAddresses {
  from: string;
  to: string;
}

/** Writes the mail of a request. Of the visitor's words only a plain address reaches a header. */
export async function composeMail(owed: OwedMail, { from, to }: MailAddresses): Promise<Mail> {
  const { reference, fields, receivedAt } = owed;
  const replyTo = readPlainAddress(fields.email);
  const bytes = await new MailComposer({
    from: { name: business.name, address: from },
    to: { name: '', address: to },
    replyTo: replyTo ? { name: '', address: replyTo } : undefined,
    subject: fillIn(mailWords.subject, { service: serviceInWords(fields.service), reference }),
    // The same for every attempt, so that a mailbox can tell a repeat.
    messageId: `<${reference}.${receivedAt.getTime()}@${from.split('@')[1]}>`,
    date: receivedAt,
    headers: {
      // RFC 3834: keeps an absence notice from answering the visitor.
      'Auto-Submitted': 'auto-generated',
      ...(fields.service === 'emergency' ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: textTwin(owed),
    html: htmlTwin(owed),
    // CRLF everywhere, in files too: no server has to guess what a bare line end means.
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { reference, from, to, bytes };
}

export function serviceInWords(service: ServiceValue): string {
  return service === 'emergency' ? mailWords.emergency : en.form.services[service];
}
