import MailComposer from 'nodemailer/lib/mail-composer';
import { business } from '../../content/business.ts';
import { mailWords } from '../../content/words/mail.ts';
import { fillIn } from '../../contract/fill-in.ts';
import type { OwedCollective, OwedMail } from '../store/request-store.ts';
import { dialLink } from './dial-link.ts';
import { type MailAddresses, serviceInWords } from './message.ts';
import { texasTime } from './texas-time.ts';
import type { Mail } from './transport.ts';
import { visible } from './visible.ts';

const words = mailWords.collective;

/**
 * Writes many requests into one mail. Text alone, in base64: its size is known from the length of the
 * texts, whatever their alphabet, and stays below what mail servers take.
 */
export async function composeCollective(owed: OwedCollective, { from, to }: MailAddresses): Promise<Mail> {
  const { batch, mails } = owed;
  const emergencies = mails.filter((mail) => mail.fields.service === 'emergency' && !mail.trapped).length;
  const subject = emergencies > 0 ? words.subjectEmergencies : words.subject;
  const bytes = await new MailComposer({
    from: { name: business.name, address: from },
    to: { name: '', address: to },
    subject: fillIn(subject, { count: mails.length, emergencies }),
    // The same for every attempt, so that a mailbox can tell a repeat.
    messageId: `<${batch}@${from.split('@')[1]}>`,
    date: new Date(Math.max(...mails.map(({ receivedAt }) => receivedAt.getTime()))),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(emergencies > 0 ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: textOf(owed),
    textEncoding: 'base64',
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { reference: batch, from, to, bytes };
}

function textOf({ mails, left }: OwedCollective): string {
  return [
    fillIn(words.intro, { count: mails.length }),
    ...(left > 0 ? [fillIn(words.left, { left })] : []),
    words.answer,
    ...mails.map(entryOf),
  ].join('\n\n');
}

/** Each line of a message is marked as one: it cannot pass itself off as the next request. */
function entryOf({ reference, fields, receivedAt, language, trapped, possibleRepeat }: OwedMail): string {
  const phone = visible(fields.phone);
  const message = visible(fields.message).split('\n');
  return [
    `── ${reference} · ${serviceInWords(fields.service)}`,
    ...(trapped ? [words.trapped] : []),
    ...(possibleRepeat ? [words.repeat] : []),
    `${visible(fields.name)}, ${phone}`,
    dialLink(phone) ?? '',
    visible(fields.email),
    `${texasTime(receivedAt)}, ${mailWords.languages[language]}`,
    ...message.map((line) => `> ${line}`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
