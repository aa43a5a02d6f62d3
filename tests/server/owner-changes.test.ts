import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import type { Dashboard } from '../../contract/dispatch.ts';
import { day, hour } from '../../server/clock.ts';
import { pairPhone } from '../support/dispatch-phone.ts';
import { exampleRequest } from '../support/example-request.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

const start = new Date('2026-11-30T18:00:00Z');
const city = serviceAreas[0]?.city ?? '';
const otherCity = serviceAreas[1]?.city ?? '';
const pageUrl = 'ntfy://127.0.0.1:9/alex ntfy://127.0.0.1:9/night ntfy://127.0.0.1:9/office';

let clock: ReturnType<typeof createFakeClock>;
let server: InProcessServer;
let phone: Awaited<ReturnType<typeof pairPhone>>;

beforeEach(async () => {
  clock = createFakeClock(start);
  server = await startInProcess({ PAGE_URL: pageUrl, SITE_URL: 'https://www.example.com' }, { clock });
  phone = await pairPhone(server, { recipient: '127.0.0.1:9/alex' });
});
afterEach(() => server.stop());

const at = (milliseconds: number) => new Date(start.getTime() + milliseconds).toISOString();

/** Returns the same words for each language. */
const inEachLanguage = (words: string) =>
  Object.fromEntries(Object.keys(languages).map((language) => [language, words]));

const notice = (words: string, begins = at(0), ends = at(8 * hour)) =>
  ({ action: 'notice', text: inEachLanguage(words), begins, ends }) as const;

function undo({ site }: Dashboard, kind: keyof Dashboard['site']['addedChangeIds']) {
  return { action: 'undo', kind, id: site.addedChangeIds[kind] ?? 0 } as const;
}

describe('a notice', () => {
  test('is shown until it ends', async () => {
    const { site } = await phone.act(notice('Ice on bridges'));
    expect(site.notice).toMatchObject({
      text: inEachLanguage('Ice on bridges'),
      ends: at(8 * hour).replace('.000', ''),
    });
    clock.advance(8 * hour);
    expect((await phone.dashboard()).site.notice).toBeUndefined();
  });

  test('is shown again after a notice that replaced it', async () => {
    await phone.act(notice('Closed for lunch', at(hour), at(2 * hour)));
    await phone.act(notice('Ice on bridges'));
    clock.advance(3 * hour);
    expect((await phone.dashboard()).site.notice).toBeUndefined();
    const { site } = await phone.act(notice('Ice on bridges'));
    expect(site.notice?.text.en).toBe('Ice on bridges');
  });

  test('is planned until it begins', async () => {
    await phone.act(notice('Ice on bridges'));
    const { site } = await phone.act(notice('Closed Thursday', at(2 * hour), at(day)));
    expect(site.notice?.text.en).toBe('Ice on bridges');
    expect(site.planned?.text.en).toBe('Closed Thursday');
    clock.advance(2 * hour);
    const later = (await phone.dashboard()).site;
    expect(later.notice?.text.en).toBe('Closed Thursday');
    expect(later.planned).toBeUndefined();
  });

  test('is listed among the planned notices, in the order of their beginnings', async () => {
    await phone.act(notice('Closed Friday', at(2 * day), at(3 * day)));
    await phone.act(notice('Closed Thursday', at(day), at(2 * day)));
    const { site } = await phone.act(notice('Closed Saturday', at(3 * day), at(4 * day)));
    const listPlanned = ({ planned, laterPlanned = [] }: Dashboard['site']) =>
      [planned, ...laterPlanned].map((notice) => notice?.text.en);
    expect(listPlanned(site)).toEqual(['Closed Thursday', 'Closed Friday', 'Closed Saturday']);
    const id = site.laterPlanned?.[0]?.id ?? 0;
    const after = await phone.act({ action: 'take_down', id });
    expect(listPlanned(after.site)).toEqual(['Closed Thursday', 'Closed Saturday']);
  });

  test('does not return when the notice that replaced it ends', async () => {
    await phone.act(notice('Ice on bridges', at(0), at(20 * hour)));
    clock.advance(hour);
    await phone.act(notice('Long wait', at(hour), at(2 * hour)));
    clock.advance(hour);
    expect((await phone.dashboard()).site.notice).toBeUndefined();
  });

  test('returns when the notice that replaced it is undone', async () => {
    await phone.act(notice('Ice on bridges'));
    clock.advance(hour);
    const dashboard = await phone.act(notice('Long wait'));
    const { site } = await phone.act(undo(dashboard, 'notice'));
    expect(site.notice?.text.en).toBe('Ice on bridges');
    // The phone repeats the action as if its response had been lost.
    expect((await phone.act(undo(dashboard, 'notice'))).site.notice?.text.en).toBe('Ice on bridges');
  });

  test('does not reveal an older notice after its removal', async () => {
    const first = await phone.act(notice('Ice on bridges', at(0), at(20 * hour)));
    clock.advance(hour);
    const second = await phone.act(notice('Long wait'));
    const id = second.site.notice?.id ?? 0;
    expect((await phone.act({ action: 'take_down', id })).site.notice).toBeUndefined();
    // Another phone may still show the Undo button, and this phone may repeat its action after a lost response.
    for (const action of [
      undo(second, 'notice'),
      undo(first, 'notice'),
      { action: 'take_down', id } as const,
    ]) {
      expect((await phone.act(action)).site.notice).toBeUndefined();
    }
  });

  test('is still planned after the current notice is removed', async () => {
    await phone.act(notice('Closed Thursday', at(2 * hour), at(day)));
    const { site } = await phone.act(notice('Ice on bridges'));
    const after = await phone.act({ action: 'take_down', id: site.notice?.id ?? 0 });
    expect(after.site.notice).toBeUndefined();
    expect(after.site.planned?.text.en).toBe('Closed Thursday');
  });

  test('is still shown after a planned notice is removed', async () => {
    await phone.act(notice('Ice on bridges', at(0), at(day)));
    const { site } = await phone.act(notice('Closed Thursday', at(2 * hour), at(day)));
    const after = await phone.act({ action: 'take_down', id: site.planned?.id ?? 0 });
    expect(after.site.notice?.text.en).toBe('Ice on bridges');
    expect(after.site.planned).toBeUndefined();
  });

  test('is still shown after an outdated page takes down the notice that it replaced', async () => {
    const { site } = await phone.act(notice('Ice on bridges'));
    await phone.act(notice('Long wait'));
    const after = await phone.act({ action: 'take_down', id: site.notice?.id ?? 0 });
    expect(after.site.notice?.text.en).toBe('Long wait');
  });

  test('is one line of plain text', async () => {
    const { site } = await phone.act(notice('  <b>Ice</b>\n on\u202e bridges '));
    expect(site.notice?.text).toEqual(inEachLanguage('<b>Ice</b> on bridges'));
  });

  test.each([
    ['has 91 characters', notice('x'.repeat(91))],
    ['is empty', notice(' \n ')],
    ['is in one language only', { ...notice('x'), text: { en: 'Ice' } }],
    ['ends before it begins', notice('x', at(2 * hour), at(hour))],
    ['has ended', notice('x', at(-2 * hour), at(-hour))],
    ['lasts longer than 30 days', notice('x', at(0), at(30 * day + 1))],
    ['begins in more than a year', notice('x', at(400 * day), at(401 * day))],
    ['has an invalid time', notice('x', 'tonight', at(hour))],
  ])('is refused if it %s', async (_, action) => {
    expect(await phone.statusOf(action)).toBe(422);
    expect((await phone.dashboard()).site.notice).toBeUndefined();
  });

  test('may have 90 characters for 30 days', async () => {
    expect(await phone.statusOf(notice('x'.repeat(90), at(0), at(30 * day)))).toBe(200);
  });
});

describe('extra minutes', () => {
  const extra = (minutes: 0 | 15 | 30 | 60, until = at(6 * hour)) =>
    ({ action: 'extra_minutes', city, minutes, until }) as const;

  test('apply to their area until their end time', async () => {
    const { site } = await phone.act(extra(30));
    expect(site.extraMinutes).toEqual({ [city]: { minutes: 30, until: at(6 * hour).replace('.000', '') } });
    clock.advance(6 * hour);
    expect((await phone.dashboard()).site.extraMinutes).toEqual({});
  });

  test('do not return after they were removed', async () => {
    await phone.act(extra(60, at(12 * hour)));
    await phone.act(extra(0, at(hour)));
    clock.advance(hour);
    expect((await phone.dashboard()).site.extraMinutes).toEqual({});
  });

  test('can be removed after the chosen end time has passed', async () => {
    await phone.act(extra(60, at(12 * hour)));
    expect((await phone.act(extra(0, at(-40 * day)))).site.extraMinutes).toEqual({});
    await server.store.sweep(day);
    expect((await phone.dashboard()).site.extraMinutes).toEqual({});
  });

  test('stay ended if they are chosen again with their stored end time', async () => {
    await phone.act(extra(30, at(hour)));
    clock.advance(2 * hour);
    expect((await phone.act(extra(30, at(hour)))).site.extraMinutes).toEqual({});
    expect(await phone.statusOf({ ...extra(30, at(hour)), city: otherCity })).toBe(422);
    // The schema accepts a space before the offset, but the time can't be parsed.
    expect(await phone.statusOf(extra(30, at(hour).replace('Z', ' +00:00')))).toBe(422);
  });

  test('offer no Undo if they were chosen before', async () => {
    await phone.act(extra(30));
    expect(
      (await phone.act({ ...extra(15), city: otherCity })).site.addedChangeIds.extra_minutes,
    ).toBeDefined();
    expect((await phone.act(extra(30))).site.addedChangeIds).toEqual({});
    expect((await phone.dashboard()).site.addedChangeIds).toEqual({});
  });

  test("can't be undone after another phone has changed the same area", async () => {
    const before = await phone.act(extra(30));
    const after = await phone.act(extra(60));
    await phone.act({ ...extra(15), city: otherCity });
    expect(await phone.statusOf(undo(before, 'extra_minutes'))).toBe(409);
    const { site } = await phone.act(undo(after, 'extra_minutes'));
    expect(site.extraMinutes).toMatchObject({ [city]: { minutes: 30 }, [otherCity]: { minutes: 15 } });
  });

  test.each([
    ['other numbers', { ...extra(15), minutes: 20 }],
    ['an unknown area', { ...extra(15), city: 'Nowhere' }],
    ['a time that has passed', extra(15, at(-1))],
    ['more than two days', extra(15, at(2 * day + 1))],
  ])('are refused for %s', async (_, action) => {
    expect(await phone.statusOf(action)).toBe(422);
  });
});

describe('shop hours', () => {
  const lines = [{ days: 'Mo-Sa', opens: '06:00', closes: '22:00' }];

  test('can be set and undone', async () => {
    const before = (await phone.dashboard()).site.shopHours;
    const dashboard = await phone.act({ action: 'shop_hours', lines });
    expect(dashboard.site.shopHours).toEqual(lines);
    expect((await phone.act(undo(dashboard, 'shop_hours'))).site.shopHours).toEqual(before);
  });

  test("can't be set by a phone that shows older ones", async () => {
    const { site } = await phone.dashboard();
    const first = { action: 'shop_hours', lines, replaces: site.shopHoursId } as const;
    const second = { ...first, lines: [] };
    await phone.act(first);
    expect(await phone.statusOf(second)).toBe(409);
    const { shopHours, shopHoursId } = (await phone.dashboard()).site;
    expect(shopHours).toEqual(lines);
    const { site: after } = await phone.act({ ...second, replaces: shopHoursId });
    expect(after.shopHours).toEqual([]);
    expect(after.shopHoursId).toBe(after.addedChangeIds.shop_hours);
  });

  test.each([
    ['four lines', Array(4).fill(lines[0])],
    ['unknown days', [{ ...lines[0], days: 'Mo-Xx' }]],
    ['an invalid time of day', [{ ...lines[0], closes: '24:00' }]],
    ['no time between opening and closing', [{ ...lines[0], closes: '06:00' }]],
  ])('are refused with %s', async (_, wrong) => {
    expect(await phone.statusOf({ action: 'shop_hours', lines: wrong })).toBe(422);
  });
});

describe('the on-call order', () => {
  const names = ({ site }: Dashboard) => site.onCall.map(({ label }) => label);
  const entry = (name: string, isOff = false) => ({ recipient: `127.0.0.1:9/${name}`, label: name, isOff });

  test('has each recipient from the settings once', async () => {
    expect(names(await phone.dashboard())).toEqual(['Alex', 'Phone 2 (…/night)', 'Phone 3 (…/office)']);
    const order = [entry('office', true), entry('gone'), entry('alex'), entry('alex')];
    const dashboard = await phone.act({ action: 'on_call', order });
    expect(names(dashboard)).toEqual(['office', 'alex', 'Phone 2 (…/night)']);
    expect(dashboard.site.onCall[0]?.isOff).toBe(true);
  });

  const isOff = ({ site }: Dashboard) => site.onCall.map((phone) => phone.isOff);

  test("can't be changed by a phone that shows an older one", async () => {
    const { site } = await phone.dashboard();
    const [first, second, third] = site.onCall.map((phone) => ({ ...phone, isOff: true }));
    const withFirstOff = [first, ...site.onCall.slice(1)].flatMap((phone) => phone ?? []);
    const alex = { action: 'on_call', order: withFirstOff, replaces: site.onCallId } as const;
    const ben = { ...alex, order: [second, third, first].flatMap((phone) => phone ?? []) };
    await phone.act(alex);
    expect(await phone.statusOf(ben)).toBe(409);
    const dashboard = await phone.dashboard();
    expect(isOff(dashboard)).toEqual([true, false, false]);
    // A phone may repeat its action after a lost response.
    expect(isOff(await phone.act(alex))).toEqual([true, false, false]);
    expect(isOff(await phone.act({ ...ben, replaces: dashboard.site.onCallId }))).toEqual([true, true, true]);
  });

  test("can't be changed by a phone that shows an undone one", async () => {
    const { site } = await phone.dashboard();
    const dashboard = await phone.act({ action: 'on_call', order: site.onCall, replaces: 0 });
    const { onCallId } = (await phone.act(undo(dashboard, 'on_call'))).site;
    expect(onCallId).toBe(site.onCallId);
    const order = site.onCall.toReversed();
    const replaces = dashboard.site.onCallId;
    expect(await phone.statusOf({ action: 'on_call', order, replaces })).toBe(409);
  });

  test('can be changed by a page that does not say which one it shows', async () => {
    const { site } = await phone.dashboard();
    await phone.act({ action: 'on_call', order: site.onCall.toReversed() });
    const order = site.onCall.map((phone) => ({ ...phone, isOff: true }));
    expect(isOff(await phone.act({ action: 'on_call', order }))).toEqual([true, true, true]);
  });

  describe('with a phone whose first name changes', () => {
    const rename = (firstName: string) =>
      phone.act({ action: 'rename', name: 'Phone', firstName, recipient: '127.0.0.1:9/alex' });

    test('shows the new name, although an older page sent the old one', async () => {
      const { site } = await phone.dashboard();
      await phone.act({ action: 'on_call', order: site.onCall.toReversed() });
      expect(names(await rename('Carla'))).toEqual(['Phone 3 (…/office)', 'Phone 2 (…/night)', 'Carla']);
    });

    test('shows the new name after a change without names', async () => {
      const { site } = await phone.dashboard();
      const order = site.onCall.map(({ recipient }) => ({ recipient, isOff: true }));
      await phone.act({ action: 'on_call', order });
      expect(names(await rename('Carla'))[0]).toBe('Carla');
    });

    test('keeps a typed name after a change without names', async () => {
      const { site } = await phone.dashboard();
      const order = site.onCall.map(({ recipient }) => ({ recipient, isOff: false, label: 'Truck 2' }));
      await phone.act({ action: 'on_call', order });
      await phone.act({ action: 'on_call', order: order.map(({ label: _label, ...one }) => one) });
      expect(names(await rename('Carla'))).toEqual(['Truck 2', 'Truck 2', 'Truck 2']);
    });

    test('follows later renames once its label is its current name again', async () => {
      const [entry, ...others] = (await phone.dashboard()).site.onCall.map(({ recipient, isOff }) => ({
        recipient,
        isOff,
      }));
      const type = (label: string) =>
        phone.act({
          action: 'on_call',
          order: [{ recipient: '', isOff: false, ...entry, label }, ...others],
        });
      await type('Truck 2');
      await rename('Carla');
      expect(names(await type('Carla'))[0]).toBe('Carla');
      expect(names(await rename('Dora'))[0]).toBe('Dora');
    });
  });

  test('starts with a phone until its end time or until it hands over', async () => {
    const { site } = await phone.act({ action: 'on_until', until: at(8 * hour) });
    expect(site.firstUntil?.recipient).toBe('127.0.0.1:9/alex');
    expect((await phone.act({ action: 'hand_over' })).site.firstUntil).toBeUndefined();
    await phone.act({ action: 'on_until', until: at(7 * hour) });
    clock.advance(7 * hour);
    expect((await phone.dashboard()).site.firstUntil).toBeUndefined();
  });

  test('starts with a phone until the same time of day after clocks are set back', async () => {
    expect(await phone.statusOf({ action: 'on_until', until: at(day + hour) })).toBe(200);
  });

  test('refuses a phone for over a day or without alarms', async () => {
    expect(await phone.statusOf({ action: 'on_until', until: at(day + hour + 1) })).toBe(422);
    const desk = await pairPhone(server, { name: 'Desk', firstName: '' });
    expect(await desk.statusOf({ action: 'on_until', until: at(hour) })).toBe(422);
    // A phone whose address has left PAGE_URL.
    const old = await pairPhone(server, { name: 'Old', firstName: '', recipient: '127.0.0.1:9/night' });
    await server.store.updateDevice({
      id: (await old.dashboard()).me.id,
      name: 'Old',
      firstName: '',
      recipient: 'gone',
    });
    expect(await old.statusOf({ action: 'on_until', until: at(hour) })).toBe(422);
    expect((await old.dashboard()).me.recipient).toBeUndefined();
  });
});

test("reopening a network's requests wakes the outbox", async () => {
  const fields = { ...exampleRequest, service: 'fleet' as const };
  const saved = await server.store.save({ fields, language: 'en', idempotencyKey: 'one' });
  const reference = 'reference' in saved ? saved.reference : '';
  await phone.act({ action: 'close_network', reference });
  // Closing wakes the outbox, too. Let this claim pass, so that only the second wake can cause another.
  for (let pause = 0; pause < 4; pause += 1) {
    clock.advance(50);
    await server.store.findWithDeliveries(reference);
  }
  await phone.act({ action: 'reopen_network', reference });
  let passed = 0;
  const readState = async () => {
    // The outbox pauses between claims, but without a wake it asks only once a second.
    clock.advance(passed < 500 ? 50 : 0);
    passed += 50;
    return (await server.store.findWithDeliveries(reference))?.deliveries[0]?.state;
  };
  await expect.poll(readState).toBe('filed');
});
