/**
 * npm run bench -- responsiveness: total blocking time, layout shift, and interaction to next paint (INP) of
 * menu, lightbox and form (its keys, its tools and Send), on a phone-sized screen with CPU throttling.
 */
import type { Locator, Page } from '@playwright/test';
import { words } from '../../content/words/index.ts';
import { startServer } from '../../tests/support/start-server.ts';
import type { Figures } from '../records.ts';
import { median } from '../statistics.ts';
import { launchBrowser, onPhone, processorSlowdown } from './phone.ts';

const paths = ['/', '/about', '/es/', '/es/about'];
const runs = 9;

const { header, gallery, form, roadside } = words.en;

/** The interactions on the landing page, in order. */
const presses: Record<string, (page: Page) => Promise<void>> = {
  menu: async (page) => {
    await press(page.getByRole('button', { name: header.menu }));
    await page.keyboard.press('Escape');
  },
  viewer: async (page) => {
    await press(page.locator('#gallery a').first());
    await press(page.getByRole('button', { name: gallery.next }));
    await press(page.getByRole('button', { name: gallery.close }));
  },
  form: async (page) => {
    await reachForm(page);
    await press(page.getByRole('button', { name: form.send }));
    await page.getByRole('textbox', { name: form.labels.name }).pressSequentially('Maria Delgado');
  },
  hints: async (page) => {
    await reachForm(page);
    await page.getByLabel(form.labels.service, { exact: true }).selectOption('emergency');
    await press(page.getByText(roadside.hints.summary, { exact: true }));
  },
  location: async (page) => {
    await reachForm(page);
    await page.getByLabel(form.labels.service, { exact: true }).selectOption('emergency');
    await press(page.getByRole('button', { name: roadside.position.ask }));
  },
  card: async (page) => {
    await reachForm(page);
    await press(page.getByRole('button', { name: roadside.card.open }));
  },
  send: async (page) => {
    await reachForm(page);
    await page.getByLabel(form.labels.name, { exact: true }).fill('Maria Delgado');
    await page.getByLabel(form.labels.phone, { exact: true }).fill('713 555 0199');
    await page.getByLabel(form.labels.email, { exact: true }).fill('maria@example.com');
    await page.getByLabel(form.labels.service, { exact: true }).selectOption('emergency');
    await page.getByLabel(form.labels.message, { exact: true }).fill('It will not start.');
    await press(page.getByRole('button', { name: form.send }));
  },
};

/**
 * Presses where the pointer already rests, on an idle page: scrolling there, hit tests and moving the pointer
 * are Playwright's work, which the throttled processor would count as input delay.
 */
async function press(target: Locator): Promise<void> {
  const page = target.page();
  await target.hover();
  await page.waitForTimeout(500);
  await page.mouse.down();
  await page.mouse.up();
}

async function reachForm(page: Page): Promise<void> {
  await page.getByRole('form').scrollIntoViewIfNeeded();
  // The card comes with the helpers: those that come after a visitor's input wait for the next one.
  await page.getByRole('button', { name: roadside.card.open }).waitFor();
}

export async function benchResponsiveness(): Promise<Figures> {
  const site = await startServer();
  const browser = await launchBrowser();
  const onPage = (path: string, use: (page: Page) => Promise<void>) =>
    onPhone(browser, { slowdown: processorSlowdown }, async (page) => {
      await page.addInitScript(observe);
      await page.goto(site.url + path, { waitUntil: 'load' });
      await page.waitForTimeout(1_000);
      await use(page);
    });
  const figures: Figures = { 'processor divided by': processorSlowdown, 'median of': runs };
  try {
    for (const path of paths) {
      const blocked: number[] = [];
      const shifted: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        await onPage(path, async (page) => {
          blocked.push(await page.evaluate(() => seen.blocked));
          shifted.push(await page.evaluate(() => seen.shift));
        });
      }
      figures[path] =
        `total blocking time ${median(blocked)} ms (greatest ${Math.max(...blocked)}), ` +
        `layout shift ${Math.max(...shifted)}`;
    }
    for (const [name, interact] of Object.entries(presses)) {
      const longest: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        await onPage('/', async (page) => {
          await interact(page);
          await page.waitForTimeout(500);
          longest.push(await page.evaluate(() => seen.interaction));
        });
      }
      figures[name] = `interaction to next paint ${median(longest)} ms (greatest ${Math.max(...longest)})`;
    }
    return figures;
  } finally {
    await browser.close();
    await site.stop();
  }
}

declare const seen: { blocked: number; shift: number; interaction: number };

/** Runs in the page: summarizes the browser's performance entries. */
function observe() {
  const sum = { blocked: 0, shift: 0, interaction: 0 };
  Object.assign(globalThis, { seen: sum });
  const watch = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...options });
  // A task's time over 50 ms is blocking time (web.dev/articles/tbt). Includes tasks before the first paint.
  watch('longtask', ({ duration }) => {
    sum.blocked += duration - 50;
  });
  watch('layout-shift', (entry) => {
    sum.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId) sum.interaction = Math.max(sum.interaction, duration);
    },
    { durationThreshold: 16 },
  );
}
