import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { claimedRequest } from '../../tests/support/claimed-request.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { ListedRequest, Overview } from '../store/request-store.ts';
import { composeOverview } from './overview.ts';
import { localTime } from './text.ts';

const asOf = new Date('2026-11-30T18:00:00Z');
const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
const ends = `${mailWords.overview.why} ${mailWords.overview.reply}`;

const listed = (fields: Partial<ListedRequest['fields']> = {}, others: Partial<ListedRequest> = {}) =>
  claimedRequest({ fields: { ...exampleRequest, ...fields }, ...others });

const composed = (overview: Partial<Overview>) =>
  composeOverview(
    { id: 'overview 1', requests: [listed()], more: 0, isPlain: false, asOf, ...overview },
    addresses,
  );

async function received(overview: Partial<Overview>) {
  const { subject, text, headers } = await PostalMime.parse((await composed(overview)).bytes);
  return { subject, text: text?.trimEnd(), headers: headers.map(({ key, value }) => `${key}: ${value}`) };
}

const waiting = (requests: string) => interpolate(mailWords.overview.waiting, { requests });

test('an overview names each request on a line of its own, and says why it comes', async () => {
  const { subject, text } = await received({
    requests: [listed(), listed({ name: 'Ana', service: 'emergency' }, { reference: 'BBBBBB' })],
  });
  const at = localTime(claimedRequest().receivedAt);
  expect(text).toBe(
    [
      `AAAAAA · ${en.form.services.fleet} · "${exampleRequest.name}", "${exampleRequest.phone}" · ${at}`,
      `BBBBBB · ${mailWords.emergency} · "Ana", "${exampleRequest.phone}" · ${at}\n`,
      ends,
    ].join('\n'),
  );
  expect(subject).toBe(
    interpolate(mailWords.emergenciesInRequests, {
      emergencies: `1 ${mailWords.emergencies.one}`,
      requests: waiting(`2 ${mailWords.requests.other}`),
    }),
  );
});

test('an overview says how many it does not name, and counts them', async () => {
  const { subject, text } = await received({ more: 1_200 });
  expect(subject).toBe(waiting(`1,201 ${mailWords.requests.other}`));
  expect(text?.split('\n\n')).toEqual([
    expect.stringContaining('AAAAAA'),
    interpolate(mailWords.overview.more, { count: '1,200' }),
    ends,
  ]);
});

test('an emergency makes an overview urgent, unless the honeypot was filled in', async () => {
  const emergency = { service: 'emergency' } as const;
  const urgent = 'importance: high';
  expect((await received({})).headers).not.toContain(urgent);
  expect((await received({ requests: [listed(), listed(emergency)] })).headers).toContain(urgent);
  const trapped = await received({ requests: [listed(emergency, { honeypotFilled: true })] });
  expect(trapped.headers).not.toContain(urgent);
  expect(trapped.subject).toBe(waiting(`1 ${mailWords.requests.one}`));
  expect(trapped.text).toContain(`AAAAAA · ${mailWords.spamSubject} · `);
});

test('no name can pass for the next request in an overview', async () => {
  const name = `Ana", "911" · now\u2028BBBBBB · ${mailWords.emergency}`;
  const { text } = await received({ requests: [listed({ name })] });
  expect(text?.split('\n')[0]).toContain(`"Ana', '911' · nowBBBBBB · ${mailWords.emergency}", "`);
});

test('a plain overview has nothing that a visitor wrote but digits', async () => {
  const requests = [
    listed({ phone: '(512) 555-0199 or \u202e call Ana' }),
    listed({ phone: 'none' }, { reference: 'BBBBBB' }),
  ];
  const { text } = await received({ requests, isPlain: true });
  expect(text).toBe(
    `AAAAAA · ${en.form.services.fleet} · 5125550199\nBBBBBB · ${en.form.services.fleet}\n\n${ends}`,
  );
});

test('an overview is one email from the website to the owner, at the time that it speaks of', async () => {
  const email = await composed({});
  expect(email).toMatchObject({ reference: 'overview 1', ...addresses });
  expect(email.parts).toMatchObject({ key: 'overview 1', sender: mailWords.sender, html: undefined });
  const source = new TextDecoder().decode(email.bytes);
  expect(source).toContain('Content-Transfer-Encoding: base64');
  const { date, replyTo } = await PostalMime.parse(email.bytes);
  expect(new Date(date ?? '')).toEqual(asOf);
  expect(replyTo).toBeUndefined();
});
