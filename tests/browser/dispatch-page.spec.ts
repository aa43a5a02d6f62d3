import type { Page } from '@playwright/test';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { type Dashboard, dispatchKeyHeader, pairingLinkLifetime } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { exampleDashboard, exampleDetails } from '../support/example-dashboard.ts';
import { expectNoFaultsDayAndNight } from './axe.ts';
import { expect, setVisibility, test } from './fixtures.ts';

const { confirmations, health, onCallPage, pairing, requests, site } = dispatchWords;
const expiresAt = new Date(Date.parse(exampleDashboard.now) + pairingLinkLifetime).toISOString();

/** Answers the page's calls to its function. */
function answerWith(page: Page, answers: Record<string, object>) {
  return page.route(`**${dispatchPath}*`, (route) => {
    const request = route.request();
    const action = request.postDataJSON()?.action ?? (request.url().includes('?') ? 'open' : 'dashboard');
    return route.fulfill({ json: answers[action] ?? exampleDashboard });
  });
}

/** The views of a paired phone: the fragment and button that open each one, and its heading. */
const views: { fragment: string; heading: string; press?: string }[] = [
  { fragment: 'requests', heading: dispatchWords.requests.earlier },
  { fragment: `open=${exampleDetails.reference}`, heading: exampleDetails.serviceName },
  {
    fragment: `open=${exampleDetails.reference}`,
    heading: 'Delete Ramona Díaz, 7KQ2MA',
    press: requests.erase,
  },
  { fragment: 'site', heading: site.notice },
  { fragment: 'on-call', heading: onCallPage.title },
  { fragment: 'shop-hours', heading: dispatchWords.shopHoursPage.title },
  { fragment: 'health', heading: health.devices },
  { fragment: 'health', heading: 'Remove Shop iPad?', press: `${health.remove}: Shop iPad` },
  { fragment: 'pair-another', heading: pairing.anotherTitle },
];

test('axe finds nothing on a paired phone 320 pixels wide, light or dark', async ({ page }) => {
  test.setTimeout(testTimeLimits.process);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, {
    open: { request: exampleDetails },
    make_link: { token: 'abcdefghijklmnopqrstuv', expiresAt },
  });
  for (const { fragment, heading, press } of views) {
    await page.goto(`/dispatch#${fragment}`);
    if (press) {
      await page.getByRole('button', { name: press, exact: true }).click();
    }
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectNoFaultsDayAndNight(page);
    if (press) {
      await page.keyboard.press('Escape');
    }
  }
});

test('axe finds nothing on an unpaired phone, light or dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await answerWith(page, {
    check_link: { expiresAt, recipients: ['ntfy.sh/alex'] },
    show_request: { request: exampleDetails },
  });
  const fragments = {
    requests: pairing.unpairedTitle,
    'pair=abcdefghijklmnopqrstuv': pairing.pairTitle,
    'take=7KQ2MAabcdefghijkl': exampleDetails.serviceName,
  };
  for (const [fragment, heading] of Object.entries(fragments)) {
    await page.goto(`/dispatch#${fragment}`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectNoFaultsDayAndNight(page);
  }
});

test('the pairing screen names the phone that was just paired', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const answers = { dashboard: exampleDashboard, make_link: { token: 'abcdefghijklmnopqrstuv', expiresAt } };
  await answerWith(page, answers);
  await page.goto('/dispatch#pair-another');
  await expect(page.getByRole('img', { name: pairing.qr })).toBeVisible();
  const device = { ...exampleDashboard.me, id: 3, name: 'Night phone' };
  answers.dashboard = { ...exampleDashboard, devices: [...exampleDashboard.devices, device] };
  await page.clock.runFor(3_000);
  await expect(page.getByRole('heading', { name: 'Night phone is paired' })).toBeVisible();
  await page.getByRole('link', { name: pairing.done }).click();
  await expect(page.getByRole('heading', { name: health.devices })).toBeVisible();
});

test('a late response does not replace a newer one', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const older = Promise.withResolvers<void>();
  const [first] = exampleDashboard.open;
  let calls = 0;
  await page.route(`**${dispatchPath}*`, async (route) => {
    calls += 1;
    const place = ['Katy', 'Older', 'Newer'][calls - 1] ?? 'Newest';
    if (place === 'Older') {
      await older.promise;
    }
    await route.fulfill({ json: { ...exampleDashboard, open: [{ ...first, place }] } });
  });
  await page.goto('/dispatch#requests');
  const main = page.getByRole('main');
  await expect(main).toContainText('Katy');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => calls).toBe(2);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(main).toContainText('Newer');
  await main.evaluate((element) => {
    new MutationObserver(() => {
      document.body.dataset.shown += element.textContent;
    }).observe(element, { subtree: true, childList: true, characterData: true });
  });
  const late = page.waitForResponse((response) => response.url().includes(dispatchPath));
  older.resolve();
  await (await late).finished();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(main).toContainText('Newest');
  await expect(page.locator('body')).not.toHaveAttribute('data-shown', /Older/);
});

test('deleting a request accepts its reference in any case and with spaces', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, { open: { request: exampleDetails } });
  await page.goto(`/dispatch#open=${exampleDetails.reference}`);
  await page.getByRole('button', { name: requests.erase }).click();
  await page.getByRole('textbox').fill('7kq 2ma ');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.locator('dialog').getByRole('button', { name: requests.erase }).click();
  expect((await sent).postDataJSON()).toMatchObject({ action: 'erase', confirm: exampleDetails.reference });
});

const ends: { what: string; state: 'canceled' | 'done' | 'erased'; isTaken: boolean; offered?: string }[] = [
  { what: 'a request that is done can be reopened', state: 'done', isTaken: true, offered: requests.reopen },
  {
    what: 'a canceled request that somebody took can be marked as done',
    state: 'canceled',
    isTaken: true,
    offered: requests.done,
  },
  { what: 'a canceled request that nobody took has no next step', state: 'canceled', isTaken: false },
  { what: 'a deleted request has no next step', state: 'erased', isTaken: true },
];
for (const { what, state, isTaken, offered } of ends) {
  test(what, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
    const taken = { at: exampleDashboard.now, by: 'Alex', isMine: true, hasDevice: true };
    const request = { ...exampleDetails, state, ...(isTaken && { taken }) };
    await answerWith(page, { open: { request } });
    await page.goto(`/dispatch#open=${exampleDetails.reference}`);
    await expect(page.getByRole('heading', { name: exampleDetails.serviceName })).toBeVisible();
    const changes = page.getByRole('button', { name: new RegExp(`^(${requests.done}|${requests.reopen})$`) });
    await expect(changes).toHaveText(offered ? [offered] : []);
  });
}

test('in the list, a deleted request shows its reference', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const [request] = exampleDashboard.open;
  const erased = { name: '', serviceName: '', place: '', message: '', phone: '', tel: '', state: 'erased' };
  await answerWith(page, {
    dashboard: { ...exampleDashboard, open: [], ended: [{ ...request, ...erased }] },
  });
  await page.goto('/dispatch');
  await expect(page.getByRole('listitem').filter({ hasText: request?.reference ?? '' })).toBeVisible();
});

test('the large card is an emergency, even if possible spam is listed first', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const [emergency, possibleSpam] = exampleDashboard.open;
  if (!emergency || !possibleSpam) {
    throw new Error('The example dashboard has no emergency and possible spam.');
  }
  await answerWith(page, { dashboard: { ...exampleDashboard, open: [possibleSpam, emergency] } });
  await page.goto('/dispatch');
  await expect(page.getByRole('article')).toHaveAccessibleName(new RegExp(emergency.reference));
  await expect(page.getByRole('listitem').filter({ hasText: dispatchWords.requests.spam })).toBeVisible();
});

test('the note after "I\'m taking it" does not cover the minutes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const taken = { at: exampleDashboard.now, by: 'Alex', isMine: true, hasDevice: true };
  await answerWith(page, { open: { request: { ...exampleDetails, state: 'taken', taken } } });
  await page.goto('/dispatch');
  await page.getByRole('button', { name: requests.take }).click();
  await expect(page.getByText(confirmations.take)).toBeVisible();
  const minutes = page.getByRole('button', { name: '40', exact: true });
  await expect(minutes).toBeVisible();
  const isInReach = await minutes.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height - 2) === button;
  });
  expect(isInReach).toBe(true);
});

test('a note disappears with its view unless its Undo still makes sense', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await page.clock.install();
  await answerWith(page, { open: { request: exampleDetails } });
  await page.goto(`/dispatch#open=${exampleDetails.reference}`);
  const note = page.locator('.snack');
  await page.getByRole('button', { name: requests.done, exact: true }).click();
  await expect(note).toHaveText(`${exampleDetails.name}, ${exampleDetails.reference}: ${confirmations.done}`);
  await page.clock.runFor(20_000);
  await page.getByRole('link', { name: requests.back }).click();
  await expect(note).toBeVisible();
  await page.getByRole('link', { name: dispatchWords.tabs.health }).click();
  await expect(page.getByRole('heading', { name: health.devices })).toBeVisible();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: `${health.testRing}: Alex`, exact: true }).click();
  await expect(note).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(note).toBeHidden();
});

// In Firefox, Orca read "Take down" twice, and "Month" without saying what begins or ends in that month.
test("screen readers get names for the Site view's buttons and times", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, {});
  await page.goto('/dispatch#site');
  const names = ['Ice on bridges.', 'Closed.', 'Holiday.'].map((notice) => `${site.takeDown}: ${notice}`);
  for (const name of names) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('group', { name: site.from })).toHaveCount(1);
  await expect(page.getByRole('group', { name: site.until })).toHaveCount(2);
});

test('Dispatch retries a request that it could not read', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 503/);
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const unavailable: { status: number; json: object } = { status: 503, json: { code: 'unavailable' } };
  const answers = { dashboard: unavailable, open: unavailable };
  await page.route(`**${dispatchPath}`, (route) => route.fulfill(answers.dashboard));
  await page.route(`**${dispatchPath}?*`, (route) => route.fulfill(answers.open));
  const trouble = page.getByText(`${dispatchWords.notRead.unavailable} ${dispatchWords.triesAgain}`);
  await page.goto(`/dispatch#open=${exampleDetails.reference}`);
  await expect(trouble).toBeVisible();
  answers.dashboard = { status: 200, json: exampleDashboard };
  await page.clock.runFor(10_000);
  await expect(page.getByRole('link', { name: requests.back })).toBeVisible();
  await expect(trouble).toBeVisible();
  answers.open = { status: 200, json: { request: exampleDetails } };
  await page.clock.runFor(10_000);
  await expect(page.getByRole('heading', { name: exampleDetails.serviceName })).toBeVisible();
});

test('an earlier call that fails late shows no error', async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const late = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(`**${dispatchPath}`, async (route) => {
    calls += 1;
    if (calls === 2) {
      await late.promise;
      return route.fulfill({ status: 503, json: { code: 'unavailable' } });
    }
    return route.fulfill({ json: exampleDashboard });
  });
  await page.goto('/dispatch');
  await expect(page.getByRole('heading', { name: requests.earlier })).toBeVisible();
  await page.clock.runFor(exampleDashboard.askAgain * 1_000);
  await expect.poll(() => calls).toBe(2);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => calls).toBe(3);
  const failed = page.waitForResponse((response) => response.status() === 503);
  late.resolve();
  await failed;
  await page.clock.runFor(1_000);
  await expect(page.getByText(dispatchWords.notRead.unavailable)).toBeHidden();
});

test('Dispatch polls only while its tab is visible', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  let requestCount = 0;
  await page.route(`**${dispatchPath}`, (route) => {
    requestCount += 1;
    return route.fulfill({ json: exampleDashboard });
  });
  await page.goto('/dispatch');
  await expect(page.getByRole('heading', { name: requests.earlier })).toBeVisible();
  await setVisibility(page, 'hidden');
  const before = requestCount;
  await page.clock.runFor(10 * 60_000);
  expect(requestCount).toBe(before);
  await setVisibility(page, 'visible');
  await expect.poll(() => requestCount).toBe(before + 1);
});

test("a dashboard that arrives after an action's response doesn't hide later changes", async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  const late = Promise.withResolvers<void>();
  const etags: (string | undefined)[] = [];
  await page.route(`**${dispatchPath}`, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') {
      etags.push(request.headers()['if-none-match']);
      await (etags.length === 2 ? late.promise : undefined);
    }
    await route.fulfill({
      json: exampleDashboard,
      headers: { ETag: `"${request.method()} ${etags.length}"` },
    });
  });
  await page.route(`**${dispatchPath}?*`, (route) => route.fulfill({ json: { request: exampleDetails } }));
  await page.goto(`/dispatch#open=${exampleDetails.reference}`);
  await expect(page.getByRole('heading', { name: exampleDetails.serviceName })).toBeVisible();
  await page.clock.runFor(exampleDashboard.askAgain * 1_000);
  await expect.poll(() => etags.length).toBe(2);
  await page.getByRole('button', { name: requests.done, exact: true }).click();
  await expect(page.locator('.snack')).toContainText(confirmations.done);
  late.resolve();
  const countDashboards = async () => {
    await page.clock.runFor(exampleDashboard.askAgain * 1_000);
    return etags.length;
  };
  await expect.poll(countDashboards).toBeGreaterThan(2);
  // With the ETag of a dashboard that was never shown, the server could answer that nothing has changed.
  expect(etags[2]).toBeUndefined();
});

test('a paired phone asks for the dashboard before React arrives', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, {});
  const dashboardRequest = page.waitForRequest(`**${dispatchPath}`);
  let isReactHeld = false;
  await page.route('**/react.*.js', async (route) => {
    isReactHeld = true;
    await dashboardRequest;
    await route.continue();
  });
  await page.goto('/dispatch');
  await expect(page.getByRole('heading', { name: requests.earlier })).toBeVisible();
  expect(isReactHeld).toBe(true);
});

test('Dispatch loads its font only after its scripts have run', async ({ page }) => {
  await answerWith(page, {});
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  let fontsBefore = -1;
  await page.route('**/react.*.js', async (route) => {
    // The header is painted in the fallback font first.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    fontsBefore = fonts.length;
    await route.continue();
  });
  await page.goto('/dispatch');
  await expect.poll(() => fonts.length).toBe(1);
  expect(fontsBefore).toBe(0);
});

test("another alarm's link in the same tab shows another request", async ({ page }) => {
  await page.route(`**${dispatchPath}*`, (route) => {
    const { action, take } = route.request().postDataJSON();
    const state = action === 'take_by_link' ? 'taken' : 'ringing';
    return route.fulfill({ json: { request: { ...exampleDetails, reference: take.slice(0, 6), state } } });
  });
  await page.goto('/dispatch#take=AAAAAAabcdefghijkl');
  await page.getByRole('textbox').fill('Alex');
  await page.getByRole('button', { name: requests.take }).click();
  await expect(page.getByText(dispatchWords.takeByLink.yours)).toBeVisible();
  await page.evaluate(() => {
    location.hash = 'take=BBBBBBabcdefghijkl';
  });
  await expect(page.getByText('BBBBBB')).toBeVisible();
  await expect(page.getByText(dispatchWords.takeByLink.yours)).toBeHidden();
  await expect(page.getByRole('button', { name: requests.take })).toBeVisible();
});

test('after a rejected action, the page shows the current state', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 4/);
  const taken = { at: '2026-11-28T08:12:00Z', by: 'Ben', isMine: false, hasDevice: true };
  const [first, ...others] = exampleDashboard.open;
  const isBens = { ...first, state: 'taken', taken };
  const answers: Record<string, object> = {
    show_request: { request: first },
    open: { request: isBens },
  };
  const refusals: Record<string, object> = {
    take: { code: 'already_taken', current: isBens },
    take_by_link: { code: 'already_taken', current: isBens },
  };
  await page.route(`**${dispatchPath}*`, (route) => {
    const action = route.request().postDataJSON()?.action ?? 'dashboard';
    const refusal = refusals[action];
    if (refusal) {
      // Ben acted first.
      answers.dashboard = { ...exampleDashboard, open: [isBens, ...others] };
      return route.fulfill({ status: 409, json: refusal });
    }
    return route.fulfill({ json: answers[action] ?? exampleDashboard });
  });

  // An unpaired phone compares times with its own clock.
  await page.clock.setSystemTime(exampleDashboard.now);
  await page.goto(`/dispatch#take=${exampleDetails.reference}abcdefghijkl`);
  await page.getByRole('textbox').fill('Alex');
  await page.getByRole('button', { name: requests.take }).click();
  await expect(page.getByText('Taken by Ben at 2:12 AM.')).toBeVisible();
  await expect(page.getByText(dispatchWords.takeByLink.nobody)).toBeHidden();
  await expect(page.getByRole('button', { name: requests.take })).toBeHidden();

  answers.dashboard = exampleDashboard;
  await page.evaluate(() => localStorage.setItem('dispatch-key', 'a key'));
  await page.goto('/dispatch');
  await page.reload();
  await page.getByRole('button', { name: requests.take }).click();
  await expect(page.getByText('Ben took it at 2:12 AM.')).toBeVisible();
  await expect(page.getByRole('button', { name: requests.take })).toBeHidden();

  answers.dashboard = exampleDashboard;
  refusals.take = { code: 'wrong_key' };
  await page.reload();
  await page.getByRole('button', { name: requests.take }).click();
  await expect(page.getByRole('heading', { name: pairing.removedTitle })).toBeVisible();
  await expect(page.getByText(pairing.nothingDone)).toBeVisible();
});

for (const code of ['outdated', 'replaced', 'not_found'] as const) {
  test(`Dispatch shows changes from other phones after the error ${code}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 409/);
    const { site: shown } = exampleDashboard;
    let dashboard: object = exampleDashboard;
    await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
    await page.route(`**${dispatchPath}`, (route) => {
      if (route.request().method() === 'POST') {
        // Ben acted first.
        dashboard = {
          ...exampleDashboard,
          site: { ...shown, onCall: shown.onCall.toReversed(), onCallId: shown.onCallId + 1 },
        };
        return route.fulfill({ status: 409, json: { code } });
      }
      return route.fulfill({ json: dashboard });
    });
    await page.goto('/dispatch#on-call');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Move Alex down' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ action: 'on_call', replaces: shown.onCallId });
    await expect(page.getByText(dispatchWords.failed[code])).toBeVisible();
    await expect(page.locator('.order b')).toHaveText(['Night phone', 'Alex']);
  });
}

test('a change to the on-call order sends only the names that were typed', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, {});
  await page.goto('/dispatch#on-call');
  const pressAndReadOrder = async (name: string) => {
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name }).click();
    return (await sent).postDataJSON().order;
  };
  const [alex, night] = [
    { recipient: 'ntfy.sh/alex', isOff: false },
    { recipient: 'ntfy.sh/night', isOff: true },
  ];
  expect(await pressAndReadOrder('Move Alex down')).toEqual([night, alex]);
  await page.getByText(onCallPage.names).click();
  await page.getByRole('textbox', { name: 'ntfy.sh/night' }).fill('Truck 2');
  expect(await pressAndReadOrder(onCallPage.save)).toEqual([alex, { ...night, label: 'Truck 2' }]);
});

test('an action without a response reloads the dashboard', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const [first, ...others] = exampleDashboard.open;
  const taken = { at: exampleDashboard.now, by: 'Alex', isMine: true, hasDevice: true };
  let dashboard: object = exampleDashboard;
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await page.route(`**${dispatchPath}`, (route) => {
    if (route.request().method() === 'POST') {
      dashboard = { ...exampleDashboard, open: [{ ...first, state: 'taken', taken }, ...others] };
      return route.abort();
    }
    return route.fulfill({ json: dashboard });
  });
  await page.goto('/dispatch');
  await page.getByRole('button', { name: requests.take }).click();
  await expect(page.getByText(dispatchWords.failed.offline)).toBeVisible();
  await expect(page.getByRole('button', { name: requests.take })).toBeHidden();
});

test("an open request updates even if the dashboard doesn't list it", async ({ page }) => {
  const unlisted = { ...exampleDetails, reference: 'AAAAAA' };
  const taken = { at: exampleDashboard.now, by: 'Ben', isMine: false, hasDevice: true };
  const answers = { open: { request: unlisted as object } };
  await page.clock.install({ time: exampleDashboard.now });
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await page.route(`**${dispatchPath}`, (route) => route.fulfill({ json: exampleDashboard }));
  await page.route(`**${dispatchPath}?*`, (route) => route.fulfill({ json: answers.open }));
  await page.goto('/dispatch#open=AAAAAA');
  await expect(page.getByRole('button', { name: requests.take })).toBeVisible();
  answers.open = { request: { ...unlisted, state: 'taken', taken } };
  await page.clock.runFor(10_000);
  await expect(page.getByRole('button', { name: requests.take })).toBeHidden();
});

test("the skip link doesn't leave the open request", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, { open: { request: exampleDetails } });
  await page.goto(`/dispatch#open=${exampleDetails.reference}`);
  const heading = page.getByRole('heading', { name: exampleDetails.serviceName });
  await expect(heading).toBeVisible();
  await page.locator('.skip-link').press('Enter');
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`#open=${exampleDetails.reference}$`));
});

test('a tab with an old key keeps a newer key', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/);
  await page.clock.install();
  await page.addInitScript(() => {
    localStorage.setItem('dispatch-key', localStorage.getItem('dispatch-key') ?? 'old key');
  });
  let isRemoved = false;
  await page.route(`**${dispatchPath}*`, (route) =>
    isRemoved && route.request().headers()[dispatchKeyHeader.toLowerCase()] === 'old key'
      ? route.fulfill({ status: 401, json: { code: 'wrong_key' } })
      : route.fulfill({ json: exampleDashboard }),
  );
  await page.goto('/dispatch');
  await expect(page.getByRole('button', { name: requests.take })).toBeVisible();
  isRemoved = true;
  await page.evaluate(() => localStorage.setItem('dispatch-key', 'new key'));
  const newCall = page.waitForRequest(
    (request) => request.headers()[dispatchKeyHeader.toLowerCase()] === 'new key',
  );
  await page.clock.runFor(exampleDashboard.askAgain * 1_000);
  await newCall;
  expect(await page.evaluate(() => localStorage.getItem('dispatch-key'))).toBe('new key');
  await expect(page.getByRole('button', { name: requests.take })).toBeVisible();
});

test('a phone that removes itself sees no error message', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/);
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await page.route(`**${dispatchPath}*`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { code: 'wrong_key' } })
      : route.fulfill({ json: exampleDashboard }),
  );
  await page.goto('/dispatch#health');
  await page.getByRole('button', { name: `${health.remove}: ${exampleDashboard.me.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${exampleDashboard.me.name}?` });
  await dialog.getByRole('button', { name: health.remove }).click();
  await expect(page.getByRole('heading', { name: pairing.removedTitle })).toBeVisible();
  await expect(page.getByText(pairing.nothingDone)).toBeHidden();
});

test('a browser without storage does not use up the pairing link', async ({ page }) => {
  let isPaired = false;
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.route(`**${dispatchPath}*`, (route) => {
    isPaired ||= route.request().postDataJSON()?.action === 'pair';
    return route.fulfill({ json: { expiresAt, recipients: [], key: 'a key' } });
  });
  await page.goto('/dispatch#pair=abcdefghijklmnopqrstuv');
  await page.getByLabel(pairing.deviceName).fill('Phone');
  await page.getByLabel(pairing.firstName).fill('Alex');
  await page.getByRole('button', { name: pairing.pair }).click();
  await expect(page.getByText(pairing.noStorage)).toBeVisible();
  expect(isPaired).toBe(false);
});

test('Dispatch promises alarms only while no phone has failed', async ({ page }) => {
  const [working, failing] = exampleDashboard.health.phones;
  const answers = { dashboard: exampleDashboard };
  const withPhones = (...phones: unknown[]) =>
    ({ ...exampleDashboard, open: [], health: { ...exampleDashboard.health, phones } }) as Dashboard;
  await page.addInitScript(() => localStorage.setItem('dispatch-key', 'a key'));
  await answerWith(page, answers);
  for (const [phones, isPromised] of [
    [[working, failing], false],
    [[working], true],
  ] as const) {
    answers.dashboard = withPhones(...phones);
    await page.goto('/dispatch');
    await page.reload();
    await expect(page.getByText(requests.nothingText)).toBeVisible();
    await expect(page.getByText(requests.nothingRings)).toBeVisible({ visible: isPromised });
  }
});

test('a server failure is not reported as a lost connection', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 503/);
  await page.clock.install({ time: exampleDashboard.now });
  let isAway = true;
  await page.route(`**${dispatchPath}*`, (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { code: 'unavailable' } })
      : route.fulfill({ json: { ...exampleDashboard, request: exampleDetails } }),
  );
  await page.goto(`/dispatch#take=${exampleDetails.reference}abcdefghijkl`);
  await expect(page.getByRole('heading', { name: 'Request 7KQ2MA' })).toBeVisible();
  // The heading appears before the first response.
  const tryAgain = page.getByRole('button', { name: dispatchWords.takeByLink.tryAgain });
  await expect(tryAgain).toBeVisible();
  isAway = false;
  await tryAgain.click();
  await expect(page.getByText(dispatchWords.takeByLink.nobody)).toBeVisible();

  await page.evaluate(() => localStorage.setItem('dispatch-key', 'a key'));
  await page.goto('/dispatch');
  await expect(page.getByRole('button', { name: requests.take })).toBeVisible();
  isAway = true;
  await page.clock.runFor(exampleDashboard.askAgain * 1_000);
  await expect(page.getByText("The server can't read the requests right now. This is from")).toBeVisible();
});
