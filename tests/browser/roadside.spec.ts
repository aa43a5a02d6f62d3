import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { facts } from '../../site/facts.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { accessibleText } from './accessible-text.ts';
import { driver } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

/** On I-45 north of downtown Houston, with no other mapped road nearby. */
const onI45 = { latitude: 29.8195, longitude: -95.3767, accuracy: 12 };

const ask = (page: Page, words: { roadside: { position: { ask: string } } }) =>
  page.getByRole('button', { name: words.roadside.position.ask });

test.describe('Where are you?', () => {
  test.use({ geolocation: onI45, permissions: ['geolocation'] });

  test('the place goes with the message and reaches the email', async ({ form, page, words }, { testId }) => {
    const { position, lines } = words.roadside;
    await form.open();
    await form.fill(testId);
    await ask(page, words).click();
    const highway = interpolate(position.probably, { highway: 'I-45' });
    const sign = page.locator('.roadside-sign');
    await expect(sign).toContainText(new RegExp(`${highway}.*Houston.*40`, 'i'));
    await page.getByRole('button', { name: position.directions.north, exact: true }).click();
    await page.getByRole('button', { name: position.spots.ramp, exact: true }).click();
    await expect(sign).toContainText(
      interpolate(position.bound, { highway, direction: position.directions.north.toLowerCase() }),
      { ignoreCase: true },
    );
    await sign.getByRole('button', { name: position.change }).click();
    await page.getByLabel(position.fields.sign, { exact: true }).fill('51 B');
    await page.getByLabel(position.fields.highway, { exact: true }).fill('I-45 frontage road');
    await expect(page.getByRole('region', { name: lines.title }).getByRole('listitem')).toHaveText([
      new RegExp(`^${position.lines.where}: .*Houston`),
      new RegExp(`^${position.fields.highway}: I-45 frontage road`),
      new RegExp(`^${position.fields.direction}: ${position.directions.north}`),
      new RegExp(`^${position.fields.spot}: ${position.spots.ramp}`),
      new RegExp(`^${position.fields.sign}: 51 B`),
    ]);
    // The visitor's words stay the visitor's.
    await expect(form.fields.message).toHaveValue(testId);

    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await form.button.click();
    const { message, ...others } = (await posted).postDataJSON();
    expect(others).toMatchObject(driver);
    expect(message).toMatch(
      new RegExp(
        `^${position.lines.where}: .*Houston\n${position.lines.coordinates}: 29\\.81950, -95\\.37670 \\(.*40.*\\)\n${position.lines.map}: https://maps\\.google\\.com/\\?q=29\\.81950,-95\\.37670\n${position.fields.highway}: I-45 frontage road\n[^]*\n\n${testId}$`,
      ),
    );
    const [mail] = await form.mailsWith(testId);
    expect(mail?.text).toContain(message.replaceAll(/^/gm, '> '));
  });

  test('does not ask before it is pressed, then asks for high accuracy', async ({ form, page, words }) => {
    await page.addInitScript(() => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      navigator.geolocation.getCurrentPosition = (_found, _failed, options) => asked.push(options);
    });
    const asked = () => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
    await form.open();
    await form.fields.service.selectOption('emergency');
    await expect(ask(page, words)).toBeVisible();
    expect(await asked()).toEqual([]);
    await ask(page, words).click();
    await expect.poll(asked).toEqual([{ enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 }]);
    // The search can be stopped, and what it would have found no longer comes.
    await page.getByRole('button', { name: words.roadside.position.stop, exact: true }).click();
    await expect(page.getByText(words.roadside.position.stopped)).toBeVisible();
  });

  test('an emergency with a location takes seven taps and 25 characters, on 1,250 pixels', {
    tag: '@every-language',
  }, async ({ form, page, words, pathOf, context }) => {
    const message = "Lost power, won't restart";
    let [taps, characters] = [0, 0];
    const tap = async (target: Locator) => {
      await target.click();
      taps += 1;
    };
    await page.setViewportSize({ width: 360, height: 640 });
    await context.grantPermissions(['geolocation']);
    await page.goto(pathOf('landing'));
    await tap(page.locator('#services a[data-service=emergency]').first());
    await expect(page.getByRole('heading', { name: words.form.title })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: words.form.title })).toContainText(
      words.form.services.emergency,
    );
    // The link lands on the form's title: on the section's, the chosen service is below the screen.
    await expect(form.fields.service).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('form')).toHaveAttribute('novalidate');
    // The helpers have arrived, and show with the next press.
    await expect(page.getByRole('button', { name: words.roadside.card.open })).toBeVisible();
    await tap(form.fields.name);
    // A press on what the browser offers to fill in.
    for (const name of ['name', 'phone', 'email'] as const) await form.fields[name].fill(driver[name]);
    taps += 1;
    await tap(ask(page, words));
    // The browser asks, too.
    taps += 1;
    await expect(page.locator('.roadside-sign')).toContainText('I-45');
    await tap(form.fields.message);
    await expect(page.getByRole('region', { name: words.roadside.lines.title })).toBeVisible();
    const top = (await page.getByRole('heading', { name: words.form.title }).boundingBox())?.y ?? 0;
    const box = await page.getByRole('form').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0) - top).toBeLessThanOrEqual(1_250);
    await page.keyboard.type(message);
    characters += message.length;
    await tap(form.button);
    await expect(form.outcome).toContainText(words.roadside.receipt.title);
    expect({ taps, characters }).toEqual({ taps: 7, characters: 25 });
  });
});

test('a fleet asks for service in six taps and 22 characters', { tag: '@once' }, async ({
  form,
  page,
  words,
  pathOf,
}) => {
  const { hints } = words.roadside;
  let [taps, characters] = [0, 0];
  const tap = async (target: Locator, typed = '') => {
    await target.click();
    await page.keyboard.type(typed);
    taps += 1;
    characters += typed.length;
  };
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(pathOf('landing'));
  await tap(page.locator('#services a[data-service=fleet]').first());
  await expect(page.getByRole('form')).toHaveAttribute('novalidate');
  await tap(form.fields.name);
  for (const name of ['name', 'phone', 'email'] as const) await form.fields[name].fill(driver[name]);
  // A press on what the browser offers to fill in.
  taps += 1;
  await tap(page.getByLabel(hints.fleet[0] ?? '', { exact: true }), '1200 Main St, Katy');
  await tap(page.getByLabel(hints.fleet[2] ?? '', { exact: true }), '12');
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await tap(form.button);
  expect((await posted).postDataJSON().message).toBe(
    `${hints.fleet[0]}: 1200 Main St, Katy\n${hints.fleet[2]}: 12`,
  );
  expect(taps).toBeLessThanOrEqual(6);
  expect(characters).toBeLessThanOrEqual(22);
});

test('the dispatch card shows what was typed and located, before and after sending', async ({
  form,
  page,
  words,
  context,
}, { testId }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(onI45);
  await form.open();
  await form.fill(testId);
  await ask(page, words).click();
  await expect(page.locator('.roadside-sign')).toBeVisible();
  for (const when of ['before', 'after']) {
    await page.getByRole('button', { name: words.roadside.card.open }).click();
    const card = page.getByRole('dialog', { name: words.roadside.card.title });
    await expect(card.locator('li > span'), when).toHaveText(
      Object.values(words.roadside.card.lines).map((line) => `${line}:`),
    );
    for (const said of [driver.name, driver.phone, '29.819 50', '95.376 70', testId]) {
      await expect(card).toContainText(said);
    }
    // A screen reader's words do not run together.
    const { who, phone } = words.roadside.card.lines;
    expect(await accessibleText(page, 'dialog[open] li')).toBe(`${who}: ${driver.name}`);
    await expect(card.getByRole('listitem').nth(1)).toContainText(phone);
    await expect(card.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    if (when === 'before') {
      await form.button.click();
      await expect(form.outcome).toContainText(words.roadside.receipt.title);
      await page.keyboard.press('Escape');
    }
  }
});

test('"Safety first" expands to the roadside rules, with the distances drawn', async ({
  form,
  page,
  words,
}) => {
  const { summary, rules, twoWay, divided } = words.roadside.safety;
  await form.open();
  await form.fields.service.selectOption('emergency');
  await page.getByText(summary).click();
  for (const rule of rules) await expect(page.getByRole('form').getByText(rule)).toBeVisible();
  for (const road of [twoWay, divided]) await expect(page.getByRole('img', { name: road })).toBeVisible();
});

test.describe('a service links to the form', () => {
  test('with itself selected, on this page and from another', async ({ form, page, words, pathOf }) => {
    const { fleet, construction, mobile } = words.services.items;
    await page.goto(pathOf('landing'));
    const services = page.locator('#services');
    await services.getByRole('link', { name: fleet.title }).click();
    await expect(page).toHaveURL(pathOf('landing', 'request'));
    await expect(form.fields.service).toHaveValue('fleet');
    await services.getByRole('link', { name: construction.title }).click();
    await expect(form.fields.service).toHaveValue('construction');
    await services.getByRole('link', { name: mobile.title }).click();
    await expect(form.fields.service).toHaveValue('construction');

    await page.goto(pathOf('about'));
    await page.getByRole('contentinfo').getByRole('link', { name: fleet.title }).click();
    await expect(page).toHaveURL(pathOf('landing', 'request'));
    await expect(form.fields.service).toHaveValue('fleet');
  });

  test("and never overrides the visitor's choice", async ({ form, page, words }) => {
    await form.open();
    await form.fields.service.selectOption('diagnostic');
    const link = page.locator('#services').getByRole('link', { name: words.services.items.fleet.title });
    await link.evaluate((element: HTMLAnchorElement) => element.click());
    await expect(form.fields.service).toHaveValue('diagnostic');
    await page.reload();
    // The form hydrates when near; a reload may land elsewhere.
    await page.getByRole('form').scrollIntoViewIfNeeded();
    await expect(page.getByRole('form')).toHaveAttribute('novalidate');
    await expect(form.fields.service).toHaveValue('diagnostic');
  });
});

test.describe('a draft', () => {
  test('survives a reload and a language change, and Clear removes it', async ({
    form,
    page,
    words,
    language,
    site,
  }, { testId }) => {
    const other = (Object.keys(languages) as Language[]).find((one) => one !== language) as Language;
    await form.open();
    await expect(page.getByRole('button', { name: words.roadside.clear })).toHaveCount(0);
    await form.fill(testId);
    await page.getByText(words.roadside.hints.summary).click();
    await page.getByLabel(words.roadside.hints.emergency[0] ?? '', { exact: true }).fill('Unit 12');
    await page.reload();
    await expect(page.getByRole('button', { name: words.roadside.card.open })).toBeVisible();
    await form.expectValues({ ...driver, message: testId });
    // With a press the helpers come, and the lines.
    await form.fields.name.click();
    await page.getByText(words.roadside.hints.summary).click();
    await expect(page.getByLabel(words.roadside.hints.emergency[0] ?? '', { exact: true })).toHaveValue(
      'Unit 12',
    );

    const link = page.getByRole('link', { name: languages[other].name, exact: true }).first();
    await link.evaluate((element: HTMLAnchorElement) => element.click());
    await expect(page).toHaveURL(site.url + pathIn('landing', other, 'contact'));
    // The lines are in the page's language.
    const label = allWords[other].roadside.hints.emergency[0];
    await expect(page.getByRole('button', { name: allWords[other].roadside.card.open })).toBeVisible();
    await page.locator('#contact-name').click();
    await expect(page.locator('.roadside-lines')).toContainText(`${label}: Unit 12`);
    await expect(page.locator('#contact-message')).toHaveValue(testId);
    await expect(page.locator('#contact-name')).toHaveValue(driver.name);

    await page.goBack();
    await form.open();
    await page.getByRole('button', { name: words.roadside.clear }).click();
    await form.expectValues({ name: '', phone: '', email: '', service: '', message: '' });
    await expect(form.fields.name).toBeFocused();
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
  });

  test(
    'is gone after a success, is not shared with another tab, and never lies in localStorage',
    {
      tag: '@once',
    },
    async ({ form, page, words, context }, { testId }) => {
      await form.open();
      await form.fill(testId);
      expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([1, 0]);
      const second = await context.newPage();
      await second.goto(form.path);
      await expect(second.getByRole('form')).toHaveAttribute('novalidate');
      await expect(second.locator('#contact-message')).toHaveValue('');
      await form.button.click();
      await expect(form.outcome).toContainText(words.roadside.receipt.title);
      expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
    },
  );

  test(
    'is gone when it was posted without the script',
    { tag: '@once' },
    async ({ form, page }, { testId }) => {
      await form.open();
      await form.fill(testId);
      await page.route('**/_astro/hydrate*', () => {});
      await page.reload();
      await form.fill(testId);
      await form.button.click();
      await expect(page).toHaveURL(/#sent$/);
      await page.unrouteAll();
      await expect(page.getByRole('form')).toHaveAttribute('novalidate');
      await page.reload();
      await form.open();
      await form.expectValues({ name: '', phone: '', email: '', service: '', message: '' });
    },
  );
});

test.describe('when the network is bad', () => {
  test('offers a call after five seconds, and sends when the signal returns', async ({
    form,
    page,
    words,
    context,
    expectedErrors,
  }, { testId }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await form.open();
    await form.fill(testId);
    await page.clock.install();
    await context.setOffline(true);
    await form.button.click();
    await expect(form.outcome).toContainText(words.form.sending);
    await page.clock.runFor(2_000);
    await expect(page.getByText(words.roadside.trying)).toBeHidden();
    await page.clock.runFor(3_500);
    await expect(page.getByText(words.roadside.trying)).toBeVisible();
    await expect(form.outcome.getByRole('link', { name: facts.phone })).toBeVisible();
    await context.setOffline(false);
    await expect(form.outcome).toContainText(words.roadside.receipt.title);
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });

  test('offers every alternative, prefilled, after 30 seconds', async ({
    form,
    page,
    words,
    context,
    expectedErrors,
  }, { testId }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await form.open();
    await form.fill(testId);
    await page.clock.install();
    await context.setOffline(true);
    await form.button.click();
    await page.clock.runFor(31_000);
    await expect(form.toast(words.outcome.failed.title)).toBeVisible();
    const email = form.outcome.getByRole('link', { name: words.roadside.failed.email });
    const { searchParams, protocol } = new URL((await email.getAttribute('href')) ?? '');
    expect(protocol).toBe('mailto:');
    for (const said of [testId, driver.name, driver.phone, driver.email]) {
      expect(searchParams.get('body')).toContain(said);
    }
    await expect(form.outcome.getByRole('link', { name: words.roadside.call })).toBeVisible();
    await context.setOffline(false);
    // Nothing is sent automatically later.
    await page.clock.runFor(60_000);
    await expect(form.outcome).toContainText(words.roadside.failed.title);
    await page.keyboard.press('Escape');
    await form.outcome.getByRole('button', { name: words.roadside.failed.again }).click();
    await expect(form.outcome).toContainText(words.roadside.receipt.title);
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });

  for (const [what, wake] of [
    [
      'a network that is back ends a try that hangs',
      async (context) => {
        await context.setOffline(true);
        await context.setOffline(false);
      },
    ],
    [
      'a page that is looked at again ends the wait',
      (_, page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    ],
  ] as [string, (context: BrowserContext, page: Page) => Promise<unknown>][]) {
    test(
      `${what}, and sends at once`,
      { tag: '@once' },
      async ({ form, page, words, context, expectedErrors }, { testId }) => {
        expectedErrors.push(/Failed to load resource/);
        let calls = 0;
        await form.answer((route) => {
          calls += 1;
          if (calls > 1) return route.continue();
          // The first try hangs, or has failed and waits for the next.
          return what.includes('hangs') ? undefined : route.abort('connectionfailed');
        });
        await form.open();
        await form.fill(testId);
        // No timer runs: what sends again is the event alone.
        await page.clock.install({ time: 0 });
        await page.clock.pauseAt(1_000);
        await form.button.click();
        await expect.poll(() => calls).toBe(1);
        await expect
          .poll(async () => {
            await wake(context, page);
            return calls;
          })
          .toBe(2);
        await expect(form.outcome).toContainText(words.roadside.receipt.title);
        expect(await form.mailsWith(testId)).toHaveLength(1);
      },
    );
  }

  test(
    'an answer that is cut off in its body is a success without a reference',
    { tag: '@once' },
    async ({ page, site, form, words, pathOf, expectedErrors }, { testId }) => {
      expectedErrors.push(/Failed to load resource/);
      const line = await flakyLine(site.url, 'inside', testId);
      await page.goto(line.url + pathOf('landing', 'contact'));
      await expect(page.getByRole('form')).toHaveAttribute('novalidate');
      await form.fill(testId);
      await form.button.click();
      await expect(form.outcome).toContainText(words.roadside.receipt.nextWithout);
      await expect(form.outcome).not.toContainText(words.roadside.receipt.reference);
      expect(line.drops()).toBe(1);
      expect(await form.mailsWith(testId)).toHaveLength(1);
      line.close();
    },
  );

  for (const drop of ['before', 'during', 'after'] as const) {
    test(
      `one mail comes when the line drops ${drop} the answer`,
      { tag: '@once' },
      async ({ page, site, form, words, pathOf, expectedErrors }, { testId }) => {
        expectedErrors.push(/Failed to load resource/);
        const line = await flakyLine(site.url, drop, testId);
        await page.goto(line.url + pathOf('landing', 'contact'));
        await expect(page.getByRole('form')).toHaveAttribute('novalidate');
        await form.fill(testId);
        await form.button.click();
        await expect(form.outcome).toContainText(words.roadside.receipt.title, { timeout: 10_000 });
        expect(line.drops()).toBe(1);
        expect(await form.mailsWith(testId)).toHaveLength(1);
        line.close();
      },
    );
  }

  test(
    'a reload in mid-send and a second press are still one request',
    { tag: '@once' },
    async ({ form, page, words }, { testId }) => {
      const keys: (string | undefined)[] = [];
      await form.answer(async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        // It arrives, but the response is lost with the page.
        await route.fetch();
      });
      await form.open();
      await form.fill(testId);
      await form.button.click();
      await form.mailsWith(testId);
      await page.reload();
      await page.unrouteAll();
      await expect(page.getByRole('form')).toHaveAttribute('novalidate');
      await form.expectValues({ ...driver, message: testId });
      const again = page.waitForRequest((request) => request.method() === 'POST');
      await form.button.click();
      keys.push((await again).headers()['idempotency-key']);
      await expect(form.outcome).toContainText(words.roadside.receipt.title);
      expect(keys[1]).toBe(keys[0]);
      expect(await form.mailsWith(testId)).toHaveLength(1);
    },
  );
});

test.describe('when scripts do not arrive', () => {
  test(
    'each is asked for again, and the form becomes whole when the line is back',
    { tag: '@once' },
    async ({ form, page, words, context, expectedErrors }, { testId }) => {
      expectedErrors.push(/Failed to load resource|Failed to fetch/);
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation(onI45);
      const lost = new Set<string>();
      await page.route(/_astro\/(?!Page).*\.js$/, (route) => {
        const { pathname } = new URL(route.request().url());
        if (lost.has(pathname)) return route.continue();
        lost.add(pathname);
        return route.abort('connectionfailed');
      });
      await page.goto(form.path);
      await form.button.scrollIntoViewIfNeeded();
      // As the line comes and goes: each file is lost once, one after the other.
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await expect(page.getByRole('form')).toHaveAttribute('novalidate', { timeout: 1_200 });
      }).toPass();
      await form.fill(testId);
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await form.fields.name.click();
        await expect(ask(page, words)).toBeVisible({ timeout: 1_200 });
      }).toPass();
      // The table of roads is lost now, and then it is not.
      await ask(page, words).click();
      await page.getByRole('button', { name: words.roadside.position.change }).click();
      await page.getByRole('button', { name: words.roadside.position.again }).click();
      await expect(page.locator('.roadside-sign')).toContainText('I-45');
      await form.button.click();
      await expect(form.outcome).toContainText(words.roadside.receipt.title);
      expect(await form.mailsWith(testId)).toHaveLength(1);
      expect([...lost].join()).toMatch(/hydrate.*/);
    },
  );

  test(
    "the first press on Send counts, although what came meanwhile shows with the visitor's next step",
    {
      tag: '@once',
    },
    async ({ form, page, words }, { testId }) => {
      const gate = Promise.withResolvers<void>();
      await page.route('**/_astro/Helpers.*', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.goto(form.path);
      await expect(page.getByRole('form')).toHaveAttribute('novalidate');
      await form.fill(testId);
      gate.resolve();
      await expect(page.getByRole('button', { name: words.roadside.card.open })).toBeVisible();
      await expect(ask(page, words)).toBeHidden();
      // Leaving the message, the press on the button changes it, too.
      await form.button.click();
      await expect(form.outcome).toContainText(words.roadside.receipt.title);
      expect(await form.mailsWith(testId)).toHaveLength(1);
    },
  );

  for (const script of ['hydrate', 'client', 'words-en', 'facts', 'Helpers', 'Receipt', 'match-highway']) {
    test(`the form sends without ${script}`, { tag: '@once' }, async ({ form, page }, { testId }) => {
      // Neither an answer nor an error.
      await page.route(`**/_astro/${script}.*`, () => {});
      await page.goto(form.path);
      await form.fill(testId);
      await form.button.click();
      expect(await form.mailsWith(testId)).toHaveLength(1);
    });
  }
});

test.describe('the receipt', () => {
  test('shows the reference and what was sent, and can be copied', async ({ form, page, words, context }, {
    testId,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { receipt } = words.roadside;
    await form.open();
    await form.fill(testId);
    await form.button.click();
    const [mail] = await form.mailsWith(testId);
    const reference = mail?.subject?.split(' ').at(-1) ?? '';
    await expect(form.outcome).toContainText(`${receipt.reference} ${reference}`);
    await expect(form.outcome).toContainText(receipt.next);
    await page.keyboard.press('Escape');
    await form.outcome.getByText(receipt.what).click();
    await expect(form.outcome.getByText(testId)).toBeVisible();
    // An empty one would be read.
    await expect(form.outcome.getByRole('status')).toHaveCount(0);
    await form.outcome.getByRole('button', { name: receipt.copy, exact: true }).click();
    await expect(form.outcome.getByText(receipt.copied)).toHaveAttribute('aria-live', 'polite');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const said of [reference, testId, driver.name]) expect(copied).toContain(said);
  });

  test(
    'says what matters when the rest of it does not load',
    { tag: '@once' },
    async ({ form, page, words, expectedErrors }, { testId }) => {
      expectedErrors.push(/Failed to load resource|Failed to fetch/);
      await page.route('**/_astro/Receipt*', (route) => route.abort());
      await form.open();
      await form.fill(testId);
      await form.button.click();
      await expect(form.outcome).toContainText(words.roadside.receipt.reference);
      await expect(form.outcome).toContainText(words.roadside.receipt.next);
      await expect(form.outcome.getByRole('link', { name: facts.phone })).toBeVisible();
    },
  );
});

test.describe('Do you come here?', () => {
  test('shows the area and its average, or says to call and ask', async ({ page, words, pathOf }) => {
    const { areaCheck } = words;
    await page.goto(pathOf('landing', 'service-area'));
    const field = page.getByLabel(areaCheck.question);
    const place = page.locator('#area-check');
    await place.scrollIntoViewIfNeeded();
    for (const { city, averageMinutes: minutes, towns } of areas) {
      for (const name of [city, ...towns.map((town) => town.name)]) {
        await field.fill(name);
        await field.press('Enter');
        await expect(place.locator('p')).toHaveText(interpolate(areaCheck.inside, { city, minutes }));
      }
    }
    for (const [typed, said] of [
      ['00000', `${areaCheck.ask} ${facts.phone}`],
      ['Nowhere', `${areaCheck.ask} ${facts.phone}`],
      ['77', areaCheck.unfinished],
    ] as const) {
      await field.fill(typed);
      await field.press('Enter');
      await expect(place.locator('p')).toHaveText(said);
    }
    await expect(page).toHaveURL(pathOf('landing', 'service-area'));
  });

  test('says to call and ask if the table does not load', { tag: '@once' }, async ({
    page,
    words,
    pathOf,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource|Failed to fetch/);
    await page.route('**/_astro/find-area*', (route) => route.abort());
    await page.goto(pathOf('landing', 'service-area'));
    const field = page.getByLabel(words.areaCheck.question);
    await page.locator('#area-check').scrollIntoViewIfNeeded();
    await field.fill('77084');
    await field.press('Enter');
    await expect(page.locator('#area-check p')).toContainText(words.areaCheck.ask);
  });
});

test(
  'on a small phone one orange thing and two call links at most are in sight, above the toast',
  { tag: '@once' },
  async ({ form, page, words, expectedErrors }, { testId }) => {
    expectedErrors.push(/status of 503/);
    const { failed, call, receipt, trying } = words.roadside;
    await page.clock.install();
    await page.setViewportSize({ width: 360, height: 640 });
    const gate = Promise.withResolvers<void>();
    let status = 503;
    await form.answer(async (route) => {
      await gate.promise;
      await route.fulfill({ status, json: { ok: true, reference: '7KQ2MA' } });
    });
    await form.open();
    await form.fill(testId);
    await form.button.click();
    await page.clock.runFor(6_000);
    await expect(page.getByText(trying)).toBeInViewport({ ratio: 1 });
    await expectFewCalls(page, 'slow');
    gate.resolve();
    const toast = form.toast(words.outcome.failed.title);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_000);
    for (const way of [
      form.outcome.getByRole('link', { name: call }),
      form.outcome.getByRole('button', { name: failed.again }),
      form.outcome.getByRole('link', { name: failed.email }),
    ]) {
      await expect(way).toBeInViewport({ ratio: 1 });
      const box = await way.boundingBox();
      const over = (await toast.boundingBox())?.y ?? 0;
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(over);
    }
    await expectFewCalls(page, 'failed');
    status = 200;
    await form.button.click();
    await expect(form.outcome).toContainText(receipt.title);
    await page.clock.runFor(1_000);
    await expectFewCalls(page, 'sent');
  },
);

/** The layout shifts since the last call, without those that Chromium puts down to a press or key. */
async function shiftsOf(page: Page, { pressed = false } = {}): Promise<string[]> {
  // A frame's shifts are reported after the next.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
  const shifts = await page.evaluate(() =>
    (window as unknown as { shifts: { pressed: boolean; moved: string }[] }).shifts.splice(0),
  );
  return shifts.filter((shift) => pressed || !shift.pressed).map(({ moved }) => moved);
}

async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: { pressed: boolean; moved: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        value: number;
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        // As it is reported, with three decimals.
        if (value < 0.0005) continue;
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `"${node?.textContent?.trim().slice(0, 30)}" from ${from.x}, ${from.y} to ${to.x}, ${to.y}`,
        );
        shifts.push({ pressed: hadRecentInput, moved: `${value}: ${moved.join('; ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

test.describe('nothing moves by itself', { tag: '@every-language' }, () => {
  test.beforeEach(({ page }) => recordShifts(page));

  test('when a search for the place ends, whatever it finds', async ({ form, page, words }) => {
    await page.addInitScript((coords) => {
      const answers = [
        { code: 1 },
        { coords: { latitude: 35.47, longitude: -97.52, accuracy: 10 }, timestamp: 0 },
        { coords, timestamp: 0 },
      ];
      navigator.geolocation.getCurrentPosition = (found, failed) => {
        const answer = answers.shift();
        addEventListener(
          'answer',
          () => {
            if (answer && 'code' in answer) failed?.(answer as GeolocationPositionError);
            else found(answer as GeolocationPosition);
          },
          { once: true },
        );
      };
    }, onI45);
    const { position } = words.roadside;
    await form.open();
    await form.fields.service.selectOption('emergency');
    for (const [name, end] of [
      [position.ask, page.getByText(position.denied)],
      [position.again, page.getByText(interpolate(position.outside, facts))],
      [position.again, page.locator('.roadside-sign')],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByText(position.searching)).toBeVisible();
      await shiftsOf(page);
      await page.evaluate(() => dispatchEvent(new Event('answer')));
      await expect(end).toBeVisible();
      // On a fast machine all of them are within half a second of the press.
      expect(await shiftsOf(page, { pressed: true }), name).toEqual([]);
    }
  });

  test('when a request is sent on a slow line, fails, and succeeds', async ({
    form,
    page,
    words,
    context,
    expectedErrors,
  }, { testId }) => {
    expectedErrors.push(/status of 503/);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(onI45);
    await form.open();
    await form.fill(testId);
    await ask(page, words).click();
    await expect(page.locator('.roadside-sign')).toContainText('I-45');
    for (const status of [503, 200]) {
      const gate = Promise.withResolvers<void>();
      await form.answer(async (route) => {
        await gate.promise;
        await route.fulfill({ status, json: { ok: true, reference: '7KQ2MA' } });
      });
      await form.button.click();
      await expect(page.getByText(words.roadside.trying)).toBeVisible();
      gate.resolve();
      await expect(form.outcome).toHaveAttribute('data-state', status === 200 ? 'sent' : 'failed');
      if (status === 200)
        await form.expectValues({ name: '', phone: '', email: '', service: '', message: '' });
      await page.unrouteAll();
    }
    await expect(form.outcome.getByText(words.roadside.receipt.what)).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });

  for (const path of ['#contact', '']) {
    test(`when a page with a draft is loaded again at ${path || 'the form'}`, async ({
      form,
      page,
      words,
      context,
      pathOf,
    }, { testId }) => {
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation(onI45);
      await page.goto(pathOf('landing') + path);
      await form.fields.name.scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: words.roadside.card.open })).toBeVisible();
      await form.fill(testId);
      await ask(page, words).click();
      await expect(page.locator('.roadside-sign')).toContainText('I-45');
      await page.reload();
      await expect(page.getByRole('button', { name: words.roadside.card.open })).toBeVisible();
      await form.expectValues({ ...driver, message: testId });
      expect(await shiftsOf(page)).toEqual([]);
      // The place and its line come with the next press.
      await form.fields.name.click();
      await expect(page.locator('.roadside-sign')).toContainText('I-45');
      await expect(page.getByRole('region', { name: words.roadside.lines.title })).toBeVisible();
    });
  }

  test('when a link on another page chose the service', async ({ form, page, words, pathOf }) => {
    await page.goto(pathOf('about'));
    await page.getByRole('contentinfo').locator('a[data-service=fleet]').click();
    await expect(page).toHaveURL(new RegExp(`${pathOf('landing')}#`));
    await expect(page.getByRole('button', { name: words.roadside.card.open })).toBeVisible();
    await expect(form.fields.service).toHaveValue('fleet');
    expect(await shiftsOf(page)).toEqual([]);
    await form.fields.name.click();
    await expect(page.getByLabel(words.roadside.hints.fleet[0] ?? '', { exact: true })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a sentence below the message asks for the same', async ({ page, form, words, pathOf }) => {
    await page.goto(pathOf('landing', 'contact'));
    // Playwright's text locators skip noscript.
    await expect(page.locator('noscript p')).toHaveText(words.messageHint);
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByRole('form').getByRole('button')).toHaveCount(1);
    await expect(form.button).toBeVisible();
  });
});

/** Of what is in sight: the call links, and what is filled with the one color of the call. */
async function expectFewCalls(page: Page, when: string) {
  const inSight = () =>
    page.evaluate(() => {
      const links = Array.from(document.querySelectorAll<HTMLElement>('a[href^="tel:"]')).filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return link.checkVisibility() && hit !== null && link.contains(hit);
      });
      const orange = getComputedStyle(document.querySelector('main [data-call]') as Element).backgroundColor;
      return {
        calls: links.length <= 2,
        orange: links.filter((link) => getComputedStyle(link).backgroundColor === orange).length,
      };
    });
  await expect.poll(inSight, when).toEqual({ calls: true, orange: 1 });
}

/** Drops the first request that contains these words: before, during or after the response, or inside its body. */
async function flakyLine(to: string, drop: 'before' | 'during' | 'inside' | 'after', words: string) {
  const { hostname, port } = new URL(to);
  let drops = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let cut = false;
    open.add(client).add(upstream);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.end());
    client.on('data', (data) => {
      if (drops === 0 && data.includes(words)) {
        drops += 1;
        cut = true;
        if (drop === 'before') {
          client.destroy();
          return;
        }
      }
      upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => {
      if (!cut) {
        client.write(data);
      } else if (drop === 'during') {
        client.write(data.subarray(0, 12), () => client.destroy());
      } else if (drop === 'inside') {
        client.write(data.subarray(0, data.indexOf('\r\n\r\n') + 10), () => client.destroy());
      } else {
        // The server has responded, but nothing reaches the browser.
        client.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drops: () => drops,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
