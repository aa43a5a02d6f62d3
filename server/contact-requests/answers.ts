import type { Context } from 'hono';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor, fieldNames, limits, sentAnchor } from '../../contract/contact-fields.ts';
import type { Problems } from '../../contract/contact-request.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { cacheControl } from '../headers.ts';
import { bodyTypeOf } from './body-types.ts';
import type { Refusal } from './refusal.ts';
import { refusalPage, refusalPagePolicy } from './refusal-page.ts';

/** The sentence beside each field that fails. */
export type Sentences = Partial<Record<keyof Problems, string>>;

/** Programs get the reference; a form is led to the outcome panel of its page. */
export function acceptedAnswer(c: Context, language: Language, reference: string): Response {
  if (wantsPage(c)) {
    return c.redirect(`${languages[language].path}#${sentAnchor}`, 303);
  } else {
    return c.json({ ok: true, reference }, 200, { 'Cache-Control': cacheControl.never });
  }
}

/** Programs get a problem (RFC 9457); a form gets a page with what was typed, to mend and send again. */
export function refusedAnswer(
  c: Context,
  language: Language,
  refusal: Refusal,
  sent: Record<string, unknown>,
): Response | Promise<Response> {
  const { status, title, reason } = refusal.kind;
  const sentences = sentencesOf(refusal.problems, language);
  c.header('Cache-Control', cacheControl.never);
  if (refusal.retryAfter !== undefined) {
    c.header('Retry-After', String(refusal.retryAfter));
  }
  if (wantsPage(c)) {
    c.header('Content-Security-Policy', refusalPagePolicy);
    return c.html(refusalPage({ language, reason, sentences, sent }), status);
  } else {
    const fields = Object.keys(sentences).length > 0 ? { fields: sentences } : {};
    const problem = { type: 'about:blank', title, status, code: refusal.code, ...fields };
    return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' });
  }
}

/** A reload of the answer page, or a visitor who opens the function's address. */
export function backToForm(c: Context, language: Language): Response {
  return c.redirect(`${languages[language].path}#${contactAnchor}`, 303);
}

function wantsPage(c: Context): boolean {
  return bodyTypeOf(c.req.raw.headers)?.answer === 'page';
}

function sentencesOf(problems: Problems, language: Language): Sentences {
  const sentences: Sentences = {};
  for (const name of fieldNames) {
    const problem = problems[name];
    if (problem) {
      const values = name === 'service' ? {} : { limit: limits[name] };
      sentences[name] = fillIn(words[language].form.problems[name][problem], values);
    }
  }
  return sentences;
}
