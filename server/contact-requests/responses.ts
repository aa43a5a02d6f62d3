import type { Context } from 'hono';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import {
  contactAnchor,
  fieldNames,
  fieldOf,
  outcomeHeader,
  type Problems,
  sentAnchor,
} from '../../contract/contact-fields.ts';
import { documentPolicy } from '../headers.ts';
import { isForm } from './read-body.ts';
import type { Rejection } from './rejection.ts';
import { rejectionPage, rejectionText, type Sentences } from './rejection-page.ts';

/** Programs get the reference; a plain form is redirected to the outcome panel of its page. */
export function acceptedResponse(c: Context, language: Language, reference: string, pages = ''): Response {
  c.header(outcomeHeader.name, outcomeHeader.accepted);
  if (isForm(c.req.raw.headers)) {
    return c.redirect(`${pages}${languages[language].path}#${sentAnchor}`, 303);
  } else {
    return c.json({ ok: true, reference });
  }
}

/** Programs get a problem document (RFC 9457); a plain form gets a page, or text where `pages` are elsewhere. */
export function rejectedResponse(
  c: Context,
  language: Language,
  rejection: Rejection,
  pages?: string,
): Response | Promise<Response> {
  const { status, title, reason } = rejection.kind;
  const sentences = sentencesOf(rejection.problems, language);
  if (rejection.retryAfter !== undefined) {
    c.header('Retry-After', String(rejection.retryAfter));
  }
  if (!isForm(c.req.raw.headers)) {
    const fields = Object.keys(sentences).length > 0 ? { fields: sentences } : {};
    const problem = { type: 'about:blank', title, status, code: rejection.code, ...fields };
    return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' });
  } else if (pages === undefined) {
    c.header('Content-Security-Policy', documentPolicy(''));
    return c.html(rejectionPage({ language, reason, sentences }), status);
  } else {
    return c.text(rejectionText({ language, reason, sentences }, pages), status);
  }
}

/** For a visitor who reloads the response page or opens the function's URL. */
export function redirectToForm(c: Context, language: Language, pages = ''): Response {
  return c.redirect(`${pages}${languages[language].path}#${contactAnchor}`, 303);
}

export function methodNotAllowed(c: Context, methods: string): Response {
  const problem = { type: 'about:blank', title: 'Method Not Allowed', status: 405 };
  return c.body(JSON.stringify(problem), 405, {
    'Content-Type': 'application/problem+json',
    Allow: methods,
  });
}

function sentencesOf(problems: Problems, language: Language): Sentences {
  const sentences: Sentences = {};
  for (const name of fieldNames) {
    const problem = problems[name];
    if (problem) {
      const { limit } = fieldOf(name);
      const sentence = words[language].form.problems[name][problem];
      sentences[name] = interpolate(sentence, limit === undefined ? {} : { limit });
    }
  }
  return sentences;
}
