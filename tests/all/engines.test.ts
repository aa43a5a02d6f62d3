import { EventEmitter, once } from 'node:events';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gallery } from '../../content/gallery/index.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { pathOf } from '../../site/routes.ts';
import { type Engine, startFirefox, startWebKit } from '../support/engines.ts';
import { type Site, startSite } from '../support/start-site.ts';

const { form, outcome, roadside, areaCheck } = words.en;
const submit = '#contact-form form [type=submit]';
const card = 'dialog[aria-labelledby=dispatch-card]';
const areaCheckInput = '#area-check-input';

// What a visitor does on the site, in the engines that Playwright's tests do not drive.
describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (_, start) => {
  let site: Site;
  let line: Awaited<ReturnType<typeof startUnreliableLine>>;
  let engine: Engine;

  beforeAll(async () => {
    site = await startSite();
    line = await startUnreliableLine(site.url);
    engine = await start();
  });

  afterAll(async () => {
    await engine.stop();
    await line.stop();
    await site.stop();
  });

  test('the menu opens from its button, and Escape closes it', async () => {
    await engine.open(line.url + pathOf('about', 'es'));
    // The button is there where the screen is narrow: here it would be out of the window's reach.
    const isOpen = () => engine.run('return document.querySelector("#menu").matches(":popover-open")');
    await engine.run('document.querySelector("[popovertarget=menu]").style.display = "block"');
    await engine.click('[popovertarget=menu]');
    await expect.poll(isOpen).toBe(true);
    await engine.press('Escape');
    await expect.poll(isOpen).toBe(false);
  });

  test('a request is sent, once', async () => {
    await openForm();
    await fill('All five fields');
    await engine.click(submit);
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('All five fields');
    await expect.poll(() => value('#contact-message')).toBe('');
    await expect.poll(() => engine.run('return sessionStorage.length')).toBe(0);
  });

  test('a refused request keeps what was typed, and the next attempt sends it', async () => {
    await openForm();
    await fill('Refused at first');
    line.set('busy');
    await engine.click(submit);
    await expect.poll(() => textOf('#toast-failed')).toContain(outcome.failed.title);
    await expect.poll(() => value('#contact-message')).toBe('Refused at first');
    line.set('up');
    // The page has scrolled to what happened: a click before that lands where its target was.
    await expect.poll(isInView).toBe(true);
    await engine.click(submit);
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('Refused at first');
  });

  test('a line that is lost and comes back sends the request, once', async () => {
    await openForm();
    await fill('On a bad line');
    line.set('down');
    const dropped = line.dropped();
    await engine.click(submit);
    await dropped;
    await expect.poll(() => textOf('#sent')).toContain(form.sending);
    line.set('up');
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('On a bad line');
  });

  test('the form posts when no script arrives', async () => {
    const scriptless = await startSite({ cwd: siteWithoutScripts() });
    await engine.open(scriptless.url + pathOf('landing', 'en', 'contact'));
    await fill('Without a script');
    await engine.click(submit);
    await expect.poll(() => engine.run('return location.hash')).toBe('#sent');
    await expect.poll(() => textOf('#sent')).toContain(outcome.sent.title);
    await scriptless.onlyMailWith('Without a script');
    await scriptless.stop();
  });

  test('an empty form says what is missing, and each error goes once it is fixed', async () => {
    await openForm();
    await engine.click(submit);
    await expect.poll(focused).toBe('contact-name');
    await expect.poll(() => textOf('#contact-form form')).toContain(form.problems.email.missing);
    await engine.type('#contact-name', 'Ana');
    await expect.poll(() => textOf('#contact-form form')).not.toContain(form.problems.name.missing);
  });

  test('a draft survives a reload, and leaving the page and coming back', async () => {
    await openForm();
    await fill('Half a thought');
    await engine.reload();
    await hydrated();
    await expect.poll(() => value('#contact-message')).toBe('Half a thought');
    await engine.click(`header a[href="${pathOf('about', 'en')}"]`);
    await expect.poll(() => engine.run('return location.pathname')).toBe(pathOf('about', 'en'));
    await engine.run('history.back()');
    await hydrated();
    await expect.poll(() => value('#contact-message')).toBe('Half a thought');
  });

  test.each([
    ['sent', submit],
    ['cleared', '.roadside-clear'],
  ])('what was %s does not come back with a reload', async (_, button) => {
    await openForm();
    await fill('Gate code 0000');
    await engine.click(button);
    await expect.poll(() => value('#contact-message')).toBe('');
    await engine.reload();
    await hydrated();
    expect(await value('#contact-message')).toBe('');
    expect(await engine.run('return sessionStorage.length')).toBe(0);
  });

  test('the card for the phone call shows what was typed, and Escape closes it', async () => {
    await openForm();
    await engine.type('#contact-name', 'Ana Ortega');
    const opener = `document.querySelector('${card}').previousElementSibling`;
    await engine.run(`${opener}.id = 'opens-the-card'`);
    await engine.click('#opens-the-card');
    await expect.poll(() => textOf(card)).toContain('Ana Ortega');
    await engine.press('Escape');
    await expect.poll(() => engine.run(`return document.querySelector('${card}').open`)).toBe(false);
    await expect.poll(focused).toBe('opens-the-card');
  });

  test('the viewer opens a picture, moves on, and gives the focus to the last one', async () => {
    await engine.open(line.url + pathOf('landing', 'en'));
    await laidOut();
    await engine.click('#gallery figure a');
    const caption = () => textOf('#viewer figcaption');
    await expect.poll(caption).toContain(gallery[0]?.caption.en);
    await engine.press('ArrowRight');
    await expect.poll(caption).toContain(gallery[1]?.caption.en);
    await engine.press('Escape');
    await expect.poll(() => engine.run('return document.querySelector("#viewer").open')).toBe(false);
    const focusedPicture = () => engine.run('return document.activeElement.querySelector("img")?.alt');
    await expect.poll(focusedPicture).toBe(gallery[1]?.alt.en);
  });

  test('the area check answers for a town', async () => {
    await openForm();
    await engine.open(line.url + pathOf('landing', 'en', 'service-area'));
    await expect.poll(() => textOf('#area-check')).toContain(areaCheck.question);
    const { city = '', averageMinutes } = serviceAreas[1] ?? {};
    await engine.type(areaCheckInput, city);
    await engine.press('Enter');
    await expect.poll(() => textOf('#area-check')).toContain(`${averageMinutes}`);
  });

  /** An empty, hydrated form. */
  async function openForm() {
    line.set('up');
    await engine.open(`${line.url}/robots.txt`);
    await engine.run('sessionStorage.clear()');
    await engine.open(line.url + pathOf('landing', 'en', 'contact'));
    await hydrated();
  }

  async function hydrated() {
    // Its helpers follow the form.
    await expect
      .poll(() => engine.run(`return !!document.querySelector('form[novalidate] ${card}')`))
      .toBe(true);
    await laidOut();
  }

  /** What is clicked earlier may still move. */
  const laidOut = () =>
    expect.poll(() => engine.run('return document.querySelectorAll("[data-deferred]").length')).toBe(0);

  /** Whether the outcome ends at the lower edge of what the toast leaves: there the page scrolls it to. */
  const isInView = () =>
    engine.run(
      'return document.querySelector("#sent").getBoundingClientRect().bottom <= document.querySelector(".toast").getBoundingClientRect().top',
    );

  async function fill(message: string) {
    await engine.type('#contact-name', 'Ana Ortega');
    await engine.type('#contact-phone', '713 555 0199');
    await engine.type('#contact-email', 'ana@ortega.example');
    await engine.choose('#contact-service', form.services.fleet);
    await engine.type('#contact-message', message);
  }

  const textOf = (selector: string) =>
    engine.run(`return document.querySelector('${selector}').textContent`) as Promise<string>;
  const value = (selector: string) => engine.run(`return document.querySelector('${selector}').value`);
  const focused = () => engine.run('return document.activeElement.id');
});

/** WebDriver cannot disable scripts, so their files are missing here instead. */
function siteWithoutScripts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scriptless-'));
  cpSync('build/site', join(folder, 'build/site'), { recursive: true });
  for (const file of globSync('build/site/_astro/*.js*', { cwd: folder })) {
    rmSync(join(folder, file));
  }
  return folder;
}

/**
 * A proxy before the site, because a test cannot control these browsers' network. Of a post, it makes what the state
 * says: it arrives, the server is busy, or the connection drops.
 */
async function startUnreliableLine(target: string) {
  let state: 'up' | 'busy' | 'down' = 'up';
  const drops = new EventEmitter();
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const fate = method === 'POST' && url.startsWith(contactPath) ? state : 'up';
    if (fate === 'down') {
      incoming.socket.destroy();
      drops.emit('drop');
    } else if (fate === 'busy') {
      outgoing.writeHead(503, { 'content-type': 'application/problem+json', connection: 'close' }).end('{}');
    } else {
      const forwarded = request(target + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: typeof state) {
      state = next;
    },
    dropped: () => once(drops, 'drop'),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
