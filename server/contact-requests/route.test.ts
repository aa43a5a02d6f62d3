import { describe, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { es } from '../../content/words/es.ts';
import { contactAnchor, contactPath, honeypotName, sentAnchor } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { documentPolicy } from '../headers.ts';
import { postLimits } from '../rate-limits/rate-limiter.ts';
import type { RequestStore } from '../store/request-store.ts';
import type { SaveResult } from '../store/save-requests.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import { contactRequests } from './route.ts';

type Save = () => Promise<SaveResult>;
const saved: SaveResult = { outcome: 'saved', reference: 'AAAAAA' };

/** Of our own words, which an owner may change. */
const unescaped = (page: string) =>
  page.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The function alone, with a store that does as `save` says; `pages` as on Supabase. */
function startRoute(save: Save, pages?: string) {
  const clock = fakeClock();
  const facts: unknown[] = [];
  let signals = 0;
  const app = contactRequests({
    store: { save } as unknown as RequestStore,
    onSaved: () => {
      signals += 1;
    },
    allowedOrigins: [],
    clientIp: () => '192.0.2.1',
    postLimits: postLimits(clock),
    clock,
    log: (_event, logged) => facts.push(logged),
    pages,
  });
  app.onError((_, c) => c.body(null, 500));
  const post = (message: string, others: Record<string, string> = {}) =>
    app.request(contactPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': message },
      body: JSON.stringify({ ...exampleRequest, ...others, message }),
    });
  const postForm = (others: Record<string, string>) =>
    app.request(contactPath, {
      method: 'POST',
      body: new URLSearchParams({ ...exampleRequest, ...others }),
    });
  return { app, post, postForm, facts, signals: () => signals };
}

test('wakes the outbox for each saved request, and for no other', async () => {
  let save: Save = async () => saved;
  const route = startRoute(() => save());
  expect((await route.post('saved')).status).toBe(200);
  expect(route.signals()).toBe(1);
  save = () => Promise.reject(new StoreUnavailable());
  expect((await route.post('not saved')).status).toBe(503);
  expect(route.signals()).toBe(1);
});

test('a client that has sent too many is told when it may send another', async () => {
  const route = startRoute(async () => ({ outcome: 'limited', retryAfter: 42 }));
  const answer = await route.post('one too many');
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '42']);
  expect(route.signals()).toBe(0);
});

test('a honeypot counts when it is filled in, in a form', async () => {
  const route = startRoute(async () => saved);
  await route.postForm({ [honeypotName]: '  ' });
  await route.post('JSON has five keys', { [honeypotName]: 'https://spam.example' });
  await route.postForm({ [honeypotName]: 'https://spam.example' });
  expect(route.facts).toEqual([
    expect.not.objectContaining({ honeypot: true }),
    expect.not.objectContaining({ honeypot: true }),
    expect.objectContaining({ honeypot: true }),
  ]);
});

test('no response is cached, of whatever method, also when a bug makes it a 500', async () => {
  const route = startRoute(() => Promise.reject(new TypeError()));
  const methods = ['OPTIONS', 'GET', 'HEAD', 'PUT'].map((method) =>
    route.app.request(contactPath, { method }),
  );
  const answers = [await route.post('bug'), ...(await Promise.all(methods))];
  expect(answers.map(({ status }) => status)).toEqual([500, 204, 405, 405, 405]);
  expect(answers.map(({ headers }) => headers.get('Cache-Control'))).toEqual(answers.map(() => 'no-store'));
});

test('each response says whether the request was accepted: another program may answer in the place of the function', async () => {
  let save: Save = async () => saved;
  const { app, post, postForm } = startRoute(() => save());
  const accepted = [await post('one'), await postForm({})];
  save = async () => ({ outcome: 'mismatch' });
  const rejected = [await post('two'), await postForm({ email: '' }), await app.request(contactPath)];
  save = () => Promise.reject(new StoreUnavailable());
  rejected.push(await post('three'));
  save = () => Promise.reject(new TypeError());
  rejected.push(await post('four'));
  expect(rejected.map(({ status }) => status)).toEqual([422, 422, 405, 503, 500]);
  expect(accepted.map(({ headers }) => headers.get('Contact-Request'))).toEqual(['accepted', 'accepted']);
  expect(rejected.map(({ headers }) => headers.get('Contact-Request'))).toEqual(
    rejected.map(() => 'not accepted'),
  );
});

describe('for pages on another origin', () => {
  const pages = 'https://www.site.example';
  const route = () => startRoute(async () => saved, pages);

  test('redirects go to those', async () => {
    const accepted = await route().postForm({});
    const browsed = await route().app.request(`${contactPath}?lang=es`, { headers: { Accept: 'text/html' } });
    expect([accepted, browsed].map(({ status }) => status)).toEqual([303, 303]);
    expect(accepted.headers.get('Location')).toBe(`${pages}/#${sentAnchor}`);
    expect(browsed.headers.get('Location')).toBe(`${pages}/es/#${contactAnchor}`);
  });

  test('a rejection is text, which Supabase makes of HTML anyway, and names those', async () => {
    const answer = await route().postForm({ email: 'no address', message: '' });
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
    const { email, message } = en.form.labels;
    expect((await answer.text()).split('\n')).toEqual([
      en.rejection.title,
      '',
      en.rejection.reasons.invalid,
      `${email}: ${en.form.problems.email.malformed}`,
      `${message}: ${en.form.problems.message.missing}`,
      '',
      en.rejection.back,
      '',
      interpolate(en.rejection.call, { phone: printedPhone(business.phone) }),
      '',
      `${pages}/`,
      '',
    ]);
  });
});

test.each([
  ['', en],
  ['?lang=es', es],
])(
  'a rejection page at "%s" says what is wrong, how to go back and whom to call, and nothing that was typed',
  async (query, words) => {
    const { app } = startRoute(async () => saved);
    const body = new URLSearchParams({ ...exampleRequest, email: 'zz<b>typed', message: '' });
    const answer = await app.request(contactPath + query, { method: 'POST', body });
    const page = unescaped(await answer.text());
    expect(answer.headers.get('Content-Security-Policy')).toBe(documentPolicy(''));
    expect(page).toContain(`<p>${words.rejection.reasons.invalid}</p>`);
    const { labels, problems } = words.form;
    expect(Array.from(page.matchAll(/<li>(.*)<\/li>/g), ([, line]) => line)).toEqual([
      `${labels.email}: ${problems.email.malformed}`,
      `${labels.message}: ${problems.message.missing}`,
    ]);
    expect(page).toContain(`<p>${words.rejection.back}</p>`);
    const number = `<span class="number">${printedPhone(business.phone)}</span>`;
    expect(page).toContain(
      `href="${phoneLink(business.phone)}">${interpolate(words.rejection.call, { phone: number })}</a>`,
    );
    for (const typed of ['zz<b>', exampleRequest.name, exampleRequest.phone]) {
      expect(page).not.toContain(typed);
    }
  },
);

test('logs why a request was turned down and how long that took, and nothing of its fields', async () => {
  const route = startRoute(async () => saved);
  await route.post('turned down', { email: '' });
  expect(route.facts).toEqual([{ status: 422, code: 'invalid', ms: 0 }]);
});
