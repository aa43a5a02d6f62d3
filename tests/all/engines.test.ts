import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLanguage } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { urlOf } from '../../server/http-server.ts';
import { pathOf } from '../../site/routes.ts';
import { type Engine, startFirefox, startWebKit } from '../support/engines.ts';
import { type Site, startSite } from '../support/start-site.ts';

const { form, roadside } = words[defaultLanguage];
const submit = '#contact-form form [type=submit]';
const card = 'dialog[aria-labelledby=dispatch-card]';

// What engines do each in their own way, in those that the browser tests do not drive: lost lines and pages that
// come back.
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

  test('a line that is lost and comes back sends the request, once, and leaves no draft', async () => {
    await openForm();
    await fill('On a bad line');
    const dropped = line.goDown();
    await engine.click(submit);
    await dropped;
    await expect.poll(() => textOf('#sent')).toContain(form.sending);
    line.goUp();
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('On a bad line');
    await expectNothingBack();
  });

  test('a draft survives a reload until it is cleared, and leaving the page and coming back', async () => {
    await openForm();
    await fill('Half a thought');
    await engine.reload();
    await hydrated();
    await expect.poll(() => value('#contact-message')).toBe('Half a thought');
    await engine.click('.roadside-clear');
    await expect.poll(() => value('#contact-message')).toBe('');
    await expectNothingBack();
    await fill('Another thought');
    await engine.click(`header a[href="${pathOf('about', defaultLanguage)}"]`);
    await expect.poll(() => engine.run('return location.pathname')).toBe(pathOf('about', defaultLanguage));
    // Last, since Firefox's driver does not report the next navigation of a tab that went back.
    await engine.run('history.back()');
    await hydrated();
    await expect.poll(() => value('#contact-message')).toBe('Another thought');
  });

  /** An empty, hydrated form. */
  async function openForm() {
    await engine.open(`${line.url}/robots.txt`);
    await engine.run('sessionStorage.clear()');
    await engine.open(line.url + pathOf('landing', defaultLanguage, 'contact'));
    await hydrated();
  }

  async function hydrated() {
    // Its helpers follow the form.
    await expect
      .poll(() => engine.run(`return !!document.querySelector('form[novalidate] ${card}')`))
      .toBe(true);
  }

  async function expectNothingBack() {
    await engine.reload();
    await hydrated();
    expect(await value('#contact-message')).toBe('');
    expect(await engine.run('return sessionStorage.length')).toBe(0);
  }

  async function fill(message: string) {
    await engine.type('#contact-name', 'Ana Ortega');
    await engine.type('#contact-phone', '713 555 0199');
    await engine.type('#contact-email', 'ana@ortega.example');
    await engine.type('#contact-service', form.services.fleet);
    await engine.type('#contact-message', message);
  }

  const textOf = (selector: string) =>
    engine.run(`return document.querySelector('${selector}').textContent`) as Promise<string>;
  const value = (selector: string) => engine.run(`return document.querySelector('${selector}').value`);
});

/** A proxy before the site, because a test cannot control these browsers' network. When down, it drops posts. */
async function startUnreliableLine(target: string) {
  let drop: (() => void) | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (drop && method === 'POST' && url.startsWith(contactPath)) {
      incoming.socket.destroy();
      drop();
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
    url: urlOf(server),
    /** Resolves when a post is lost. */
    goDown() {
      const { promise, resolve } = Promise.withResolvers<void>();
      drop = resolve;
      return promise;
    },
    goUp() {
      drop = undefined;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
