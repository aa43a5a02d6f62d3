import { html } from 'hono/html';
import { business } from '../../content/business.ts';
import { type Language, languages } from '../../content/languages.ts';
import type { Words } from '../../content/words/en.ts';
import { words } from '../../content/words/index.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { phoneLink, printedPhone } from '../../contract/phone-number.ts';
import { documentPolicy } from '../content-security-policy.ts';
import type { Sentences } from './answers.ts';
import { refusalForm } from './refusal-form.ts';

export interface RefusalPage {
  language: Language;
  reason: keyof Words['refusal']['reasons'];
  sentences: Sentences;
  /** What was typed; only texts are shown again. */
  sent: Record<string, unknown>;
}

/** Nothing stands inline in the page, whatever was typed. */
export const refusalPagePolicy = documentPolicy('');

/** What a visitor without JavaScript gets: what to mend, the phone number, and the form as it was typed. */
export function refusalPage({ language, reason, sentences, sent }: RefusalPage) {
  const { refusal, contact } = words[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${refusal.title} | ${business.name}</title>
<link rel="stylesheet" href="/refusal.css">
</head>
<body>
<main>
<h1>${refusal.title}</h1>
<p role="alert">${refusal.reasons[reason]}</p>
<p><a class="call" href="${phoneLink(business.phone)}">${callWords(refusal.call)}</a></p>
${refusalForm({ words: words[language], action: `${contactPath}?lang=${language}`, sentences, sent })}
<p>${fillIn(contact.privacy, { retentionDays: business.retentionDays })}</p>
<p><a href="${languages[language].path}">${refusal.home}</a></p>
</main>
</body>
</html>
`;
}

/** A phone number never breaks across lines, so it gets an element of its own. */
function callWords(sentence: string) {
  const number = html`<span class="number">${printedPhone(business.phone)}</span>`;
  return sentence.split('{phone}').map((words, index) => (index === 0 ? words : html`${number}${words}`));
}
