import { EventEmitter, once } from 'node:events';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gallery } from '../../content/gallery/index.ts';
import { words } from '../../content/words/index.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { pathOf } from '../../site/routes.ts';
import { type Engine, startFirefox, startWebKit } from '../support/engines.ts';
import { type Site, startSite } from '../support/start-site.ts';

const { form, outcome, roadside } = words.en;
const submit = '#contact-form form [type=submit]';
const card = 'dialog[aria-labelledby=dispatch-card]';

// What engines do each in their own way, in those that the browser tests do not drive: native posts, lost lines,
// popovers, dialogs, and pages that come back.
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

  test('a line that is lost and comes back sends the request, once, and leaves no draft', async () => {
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
    await expectNothingBack();
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

  test('a draft survives a reload, and leaving the page and coming back, until it is cleared', async () => {
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
    await engine.click('.roadside-clear');
    await expect.poll(() => value('#contact-message')).toBe('');
    await expectNothingBack();
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
    const focusedPicture = () => engine.run('return document.activeElement.querySelector("img")?.alt');
    await expect.poll(focusedPicture).toBe(gallery[1]?.alt.en);
  });

  /** An empty, hydrated form. */
  async function openForm() {
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

  async function expectNothingBack() {
    await engine.reload();
    await hydrated();
    expect(await value('#contact-message')).toBe('');
    expect(await engine.run('return sessionStorage.length')).toBe(0);
  }

  /** What is clicked earlier may still move. */
  const laidOut = () =>
    expect.poll(() => engine.run('return document.querySelectorAll("[data-deferred]").length')).toBe(0);

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

/** A proxy before the site, because a test cannot control these browsers' network. When down, it drops posts. */
async function startUnreliableLine(target: string) {
  let state: 'up' | 'down' = 'up';
  const drops = new EventEmitter();
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (state === 'down' && method === 'POST' && url.startsWith(contactPath)) {
      incoming.socket.destroy();
      drops.emit('drop');
      return;
    }
    const forwarded = request(target + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
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
