import { html } from 'hono/html';
import { business } from '../../content/business.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { printedPhone } from '../../contract/phone-number.ts';
import type { OwedMail } from '../store/request-store.ts';
import { dialLink } from './dial-link.ts';
import { texasTime } from './texas-time.ts';
import { visible } from './visible.ts';

/** Name and phone first: the line that a phone shows in its list of mails. */
export function textTwin(owed: OwedMail): string {
  const { name, phone, call, message, facts, notes } = partsOf(owed);
  return [
    `${name}, ${phone}`,
    ...(call ? [call] : []),
    '',
    message,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...notes,
  ].join('\n');
}

export function htmlTwin(owed: OwedMail): string {
  const { name, phone, call, message, facts, notes } = partsOf(owed);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${owed.reference}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 16px }
.call { display: inline-block; font-size: 24px; font-weight: bold; padding: 8px 0 }
.message { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 4px solid #888; padding-left: 12px }
</style>
</head>
<body>
<p>${name}, ${call ? html`<a class="call" href="${call}">${phone}</a>` : html`<b>${phone}</b>`}</p>
<p class="message">${message}</p>
<p>${facts.map(([label, value]) => html`${label}: <b>${value}</b><br>`)}</p>
${notes.map((note) => html`<p>${note}</p>`)}
</body>
</html>
`);
}

const origin = fillIn(mailWords.origin, {
  business: business.name,
  phone: printedPhone(business.phone),
});

function partsOf({ reference, fields, language, receivedAt, possibleRepeat, trapped }: OwedMail) {
  const labels = en.form.labels;
  return {
    name: visible(fields.name),
    phone: visible(fields.phone),
    call: dialLink(visible(fields.phone)),
    message: visible(fields.message),
    facts: [
      [labels.service, en.form.services[fields.service]],
      [labels.email, visible(fields.email)],
      [mailWords.reference, reference],
      [mailWords.received, texasTime(receivedAt)],
      [mailWords.language, mailWords.languages[language]],
    ] as const,
    notes: [
      ...(trapped ? [mailWords.collective.trapped] : []),
      ...(possibleRepeat ? [mailWords.possibleRepeat] : []),
      mailWords.reply,
      origin,
    ],
  };
}
