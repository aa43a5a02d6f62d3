import { html } from 'hono/html';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { formatPhone, formatPhoneLink } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import type { Words } from '../../content/words/schema.ts';
import { type FieldName, fieldNames } from '../../contract/contact-fields.ts';
import { renderPlainPage } from '../http/plain-page.ts';

/** The error messages of the invalid fields. */
export type FieldErrorMessages = Partial<Record<FieldName, string>>;

export interface RejectionPage {
  language: Language;
  reason: keyof Words['rejection']['reasons'];
  errorMessages: FieldErrorMessages;
}

/**
 * Renders the page for a form that was posted without our script. It lists the errors, and explains how to go back to
 * the filled-in form. It also has the phone number, but none of the visitor's input.
 */
export function renderRejectionPage({ language, reason, errorMessages }: RejectionPage) {
  const { rejection } = words[language];
  const errorItems = listErrorLines(language, errorMessages).map((line) => html`<li>${line}</li>\n`);
  return renderPlainPage(
    language,
    rejection.title,
    html`<div role="alert">
<p>${rejection.reasons[reason]}</p>
${errorItems.length > 0 ? html`<ul>\n${errorItems}</ul>\n` : ''}</div>
<p>${rejection.back}</p>
<p><a class="call" href="${formatPhoneLink(business.phone)}">${insertPhoneNumber(rejection.call)}</a></p>
<p><a href="${languages[language].path}">${rejection.home}</a></p>`,
  );
}

/** Renders the same content as text, because Supabase doesn't serve HTML on its own domain. Ends with a site link. */
export function renderRejectionText(
  { language, reason, errorMessages }: RejectionPage,
  siteOrigin: string,
): string {
  const { rejection } = words[language];
  return [
    rejection.title,
    [rejection.reasons[reason], ...listErrorLines(language, errorMessages)].join('\n'),
    rejection.back,
    interpolate(rejection.call, { phone: formatPhone(business.phone) }),
    `${siteOrigin}${languages[language].path}\n`,
  ].join('\n\n');
}

/** Returns lines like "Service: Select a service from the list.", in form order. */
function listErrorLines(language: Language, errorMessages: FieldErrorMessages): string[] {
  const { labels } = words[language].form;
  return fieldNames.flatMap((name) =>
    errorMessages[name] ? [`${labels[name]}: ${errorMessages[name]}`] : [],
  );
}

/** Fills in the phone number, inside an element that keeps the number on one line. */
function insertPhoneNumber(sentence: string) {
  const number = html`<span class="number">${formatPhone(business.phone)}</span>`;
  return sentence.split('{phone}').map((part, index) => (index === 0 ? part : html`${number}${part}`));
}
