import { html, raw } from 'hono/html';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';
import type { Words } from '../../content/words/en.ts';
import { words } from '../../content/words/index.ts';
import {
  contactPath,
  type FieldName,
  fieldNames,
  fieldOf,
  honeypotName,
  type Problems,
  type ServiceValue,
} from '../../contract/contact-fields.ts';
import { documentPolicy } from '../headers.ts';

/** The error message beside each invalid field. */
export type Sentences = Partial<Record<keyof Problems, string>>;

export interface RejectionPage {
  language: Language;
  reason: keyof Words['rejection']['reasons'];
  sentences: Sentences;
  /** The visitor's input, of which only strings are shown again; undefined leaves the form out. */
  sent: Record<string, unknown> | undefined;
  /** The origin of the site's pages, if it differs from this server's. */
  pages: string | undefined;
}

type Markup = ReturnType<typeof html>;

/**
 * For pages on another origin, whose stylesheet cannot be used here: just enough to make the form readable on
 * a phone and to hide the honeypot.
 */
const ownStyle = `<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 1rem }
.call, button { display: inline-block; font: inherit; font-weight: bold; padding: 0.75rem 0 }
input, select, textarea, button { box-sizing: border-box; width: 100%; font: inherit; padding: 0.75rem }
.field { margin: 0 0 1rem }
.problem { margin: 0; font-weight: bold }
.unseen { position: absolute; left: -100vw }
</style>`;

/** Allows no inline code but that style, whatever was typed. Posting the form redirects back to the pages. */
export function rejectionPagePolicy(pages: string | undefined): string {
  return pages === undefined
    ? documentPolicy('')
    : documentPolicy(ownStyle).replace("form-action 'self'", `form-action 'self' ${pages}`);
}

/**
 * The page for visitors without JavaScript: what to fix, the phone number, and the form as they filled it in.
 */
export function rejectionPage(page: RejectionPage): Markup {
  const { rejection } = words[page.language];
  const { pages } = page;
  return html`${pages === undefined ? '' : raw(asText(page))}<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${rejection.title} | ${business.name}</title>
${raw(pages === undefined ? sheet : ownStyle)}
</head>
<body>
<main>
<h1>${rejection.title}</h1>
<p role="alert">${rejection.reasons[page.reason]}</p>
<p><a class="call" href="${phoneLink(business.phone)}">${callWords(rejection.call)}</a></p>
${page.sent === undefined ? '' : contactForm(page, page.sent)}
<p><a href="${pages ?? ''}${languages[page.language].path}">${rejection.home}</a></p>
</main>
</body>
</html>
`;
}

const sheet = `<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/rejection.css">`;

/**
 * Supabase serves HTML from its own domain as plain text. These lines then appear above the source: only our
 * own words, in a comment that browsers otherwise hide.
 */
function asText({ language, reason, sentences }: RejectionPage): string {
  const { form, rejection } = words[language];
  const lines = [
    rejection.title,
    rejection.reasons[reason],
    ...fieldNames.flatMap((name) => (sentences[name] ? [`${form.labels[name]}: ${sentences[name]}`] : [])),
    interpolate(rejection.call, { phone: printedPhone(business.phone) }),
  ];
  return `<!--\n\n${lines.join('\n\n').replaceAll('--', '—')}\n\n-->\n`;
}

/** Its own element keeps the phone number from breaking across lines. */
function callWords(sentence: string) {
  const number = html`<span class="number">${printedPhone(business.phone)}</span>`;
  return sentence.split('{phone}').map((words, index) => (index === 0 ? words : html`${number}${words}`));
}

/** The contact form again, in plain HTML, prefilled, with an error message beside each invalid field. */
function contactForm({ language, sentences, pages }: RejectionPage, sent: Record<string, unknown>): Markup {
  const { form } = words[language];
  return html`<form method="post" action="${contactPath}?lang=${language}">
${fieldNames.map((name) => html`${field(name)}\n`)}<div class="unseen" aria-hidden="true">
<label for="${honeypotName}">${form.leaveEmpty}</label>
<input id="${honeypotName}" name="${honeypotName}" tabindex="-1" autocomplete="off">
</div>
<button>${form.send}</button>
</form>
<p>${form.privacy} <a href="${pages ?? ''}${languages[language].path}about#${privacyAnchor}">${form.privacyLink}</a></p>`;

  /** Label, control, error message, and the ids that connect them. */
  function field(name: FieldName): Markup {
    const sentence = sentences[name];
    return html`<div class="field">
<label for="${name}">${form.labels[name]}</label>
${control(name)}
${sentence ? html`<p class="problem" id="${name}-problem">${sentence}</p>` : ''}
</div>`;
  }

  function control(name: FieldName): Markup {
    const { control, type, rows, options = [] } = fieldOf(name);
    const typed = typeof sent[name] === 'string' ? sent[name] : '';
    switch (control) {
      case 'input':
        return html`<input ${attributes(name)} type="${type}" value="${typed}">`;
      case 'select':
        return html`<select ${attributes(name)}><option value="">${form.placeholders.service}</option>
${options.map((value) => option(value as ServiceValue, typed))}</select>`;
      case 'textarea':
        // HTML drops the first newline inside a textarea: an extra one preserves the visitor's own.
        return html`<textarea ${attributes(name)} rows="${rows}">${`\n${typed}`}</textarea>`;
    }
  }

  function attributes(name: FieldName): Markup {
    const { required, autocomplete } = fieldOf(name);
    const described = html` aria-invalid="true" aria-describedby="${name}-problem"`;
    return html`id="${name}" name="${name}"${required ? html` required` : ''}${
      autocomplete ? html` autocomplete="${autocomplete}"` : ''
    }${sentences[name] ? described : ''}`;
  }

  function option(value: ServiceValue, chosen: string): Markup {
    const selected = value === chosen ? html` selected` : '';
    return html`<option value="${value}"${selected}>${form.services[value]}</option>`;
  }
}
