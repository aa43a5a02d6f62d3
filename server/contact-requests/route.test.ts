import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { contactPath, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { RequestStore } from '../store/request-store.ts';
import type { SaveResult } from '../store/save-requests.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import { contactRequests } from './route.ts';

type Save = () => Promise<SaveResult>;
const saved: Save = async () => ({ outcome: 'saved', reference: 'AAAAAA' });

/** The function alone, with a store that does as `save` says; `pages` as on Supabase. */
function startRoute(save: Save, pages?: string) {
  const facts: unknown[] = [];
  let wakes = 0;
  const app = contactRequests({
    store: { save } as unknown as RequestStore,
    onSaved: () => {
      wakes += 1;
    },
    allowedOrigins: [],
    clientIp: () => '192.0.2.1',
    postLimits: undefined,
    clock: fakeClock(),
    log: (_event, logged) => facts.push(logged),
    pages,
  });
  app.onError((_, c) => c.body(null, 500));
  const post = (changes: Record<string, string> = {}) =>
    app.request(contactPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...exampleRequest, ...changes }),
    });
  const postForm = (changes: Record<string, string> = {}) =>
    app.request(contactPath, {
      method: 'POST',
      body: new URLSearchParams({ ...exampleRequest, ...changes }),
    });
  return { app, post, postForm, facts, wakes: () => wakes };
}

test.each<[string, Save, number, string | null]>([
  ['saved', saved, 200, null],
  ['other content', async () => ({ outcome: 'mismatch' }), 422, null],
  ['one too many', async () => ({ outcome: 'limited', retryAfter: 42 }), 429, '42'],
  ['no disk', () => Promise.reject(new StoreUnavailable()), 503, '60'],
  ['a bug', () => Promise.reject(new TypeError()), 500, null],
])('%s: only what is saved is answered as accepted, and wakes the outbox', async (_, save, status, wait) => {
  const { post, wakes } = startRoute(save);
  const { status: answered, headers } = await post();
  expect(answered).toBe(status);
  expect(headers.get('Retry-After')).toBe(wait);
  expect(headers.get('Cache-Control')).toBe('no-store');
  // Another program may answer in the place of the function, but does not know this header.
  expect(headers.get('Contact-Request')).toBe(status === 200 ? 'accepted' : 'not accepted');
  expect(wakes()).toBe(status === 200 ? 1 : 0);
});

test('responses to other methods, and to forms, say so too and are not cached', async () => {
  const { app, postForm } = startRoute(saved);
  const others = ['OPTIONS', 'GET', 'PUT'].map((method) => app.request(contactPath, { method }));
  for (const { headers } of [await postForm({ email: '' }), ...(await Promise.all(others))]) {
    expect(headers.get('Contact-Request')).toBe('not accepted');
    expect(headers.get('Cache-Control')).toBe('no-store');
  }
  expect((await postForm()).headers.get('Contact-Request')).toBe('accepted');
});

test('logs the outcome, and whether a honeypot was filled in, which only forms have, and no field', async () => {
  const { post, postForm, facts } = startRoute(saved);
  await postForm({ [honeypotName]: '  ' });
  await post({ [honeypotName]: 'https://spam.example' });
  await postForm({ [honeypotName]: 'https://spam.example' });
  await post({ email: '' });
  const accepted = { outcome: 'saved', reference: 'AAAAAA', ms: 0 };
  expect(facts).toEqual([
    { ...accepted, status: 303 },
    { ...accepted, status: 200 },
    { ...accepted, status: 303, honeypot: true },
    { status: 422, code: 'invalid', ms: 0 },
  ]);
});

test('a rejected form lists the fields: as a page, or as text for pages on another origin', async () => {
  const wrong = { email: 'no address', message: '' };
  const { labels, problems } = en.form;
  const lines = [
    `${labels.email}: ${problems.email.malformed}`,
    `${labels.message}: ${problems.message.missing}`,
  ];
  const page = (await (await startRoute(saved).postForm(wrong)).text()).replaceAll('&#39;', "'");
  expect(Array.from(page.matchAll(/<li>(.*)<\/li>/g), ([, line]) => line)).toEqual(lines);
  const answer = await startRoute(saved, 'https://www.site.example').postForm(wrong);
  expect((await answer.text()).split('\n')).toEqual([
    ...[en.rejection.title, '', en.rejection.reasons.invalid, ...lines, '', en.rejection.back, ''],
    ...[interpolate(en.rejection.call, { phone: printedPhone(business.phone) }), ''],
    ...['https://www.site.example/', ''],
  ]);
});
