import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { fieldNames, fieldOf, outcomeHeader, type Problems } from '../../contract/contact-fields.ts';
import { sentPage } from '../../contract/site-places.ts';
import { documentPolicy } from '../http/headers.ts';
import { isForm } from './read-body.ts';
import type { Rejection } from './rejection.ts';
import { rejectionPage, rejectionText, type Sentences } from './rejection-page.ts';

/** Programs get the reference and the link's token; a plain form is redirected to a page that says so. */
export function acceptedResponse(
  c: Context,
  language: Language,
  { reference, statusToken }: { reference: string; statusToken: string },
  siteOrigin = '',
): Response {
  c.header(outcomeHeader.name, outcomeHeader.accepted);
  if (isForm(c.req.raw.headers)) {
    return c.redirect(`${siteOrigin}${languages[language].path}${sentPage}#${statusToken}`, 303);
  } else {
    return c.json({ ok: true, reference, statusToken });
  }
}

/** Programs get a problem document (RFC 9457); a plain form gets a page, or text if the site has another origin. */
export function rejectedResponse(
  c: Context,
  language: Language,
  { code, kind: { status, reason }, details: { problems = {}, retryAfter } }: Rejection,
  siteOrigin?: string,
): Response | Promise<Response> {
  const sentences = sentencesOf(problems, language);
  c.header('Retry-After', retryAfter?.toString());
  if (!isForm(c.req.raw.headers)) {
    const fields = Object.keys(sentences).length > 0 ? sentences : undefined;
    const problem = { type: 'about:blank', title: STATUS_CODES[status], status, code, fields };
    return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' });
  } else if (siteOrigin === undefined) {
    c.header('Content-Security-Policy', documentPolicy(''));
    return c.html(rejectionPage({ language, reason, sentences }), status);
  } else {
    return c.text(rejectionText({ language, reason, sentences }, siteOrigin), status);
  }
}

function sentencesOf(problems: Problems, language: Language): Sentences {
  const sentences: Sentences = {};
  for (const name of fieldNames) {
    const problem = problems[name];
    if (problem) {
      const { limit = '' } = fieldOf(name);
      sentences[name] = interpolate(words[language].form.problems[name][problem], { limit });
    }
  }
  return sentences;
}
