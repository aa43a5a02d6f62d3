import type { Browser, CDPSession, Page } from '@playwright/test';
import { business } from '../../content/business.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';

/** Every benchmark's phone. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 };

/** How many times slower the phone's processor is than this machine's, where times are measured. */
const slowdown = 4;

/** Pages whose first paint is measured. */
export const measuredPages = ['/', '/es/', '/about'];

/** What they are compared with: a page of one packet that says the same in short, with its styles inline. */
export const onePacket = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Diesel repair</title>
<style>body{margin:0;font:1rem/1.5 sans-serif;background:#fff;color:#111}main{max-width:40rem;margin:auto;padding:1rem}h1{font-size:2rem;line-height:1.1}.call{display:block;padding:1rem;border-radius:.5rem;background:#f60;color:#000;font-size:2rem}b{display:block}</style>
<main><h1>Truck down? We come to you.</h1><p><a class="call" href="${phoneLink(business.phone)}"><b>${printedPhone(business.phone)}</b></a>
<p>Mobile diesel repair in Houston and Austin, day and night. We repair trucks, trailers and heavy equipment where they stand: engines, brakes, electrical faults, hydraulics and more.
<ul><li>Houston: 45 minutes on average<li>Austin: 50 minutes on average<li>ASE certified technicians<li>Licensed and insured</ul>
<p>Call for a mechanic, or write to us. Calls are answered in English.</main>`;

/** Uses a page on a phone, with an empty cache and no open connections. */
export async function onPhone<Result>(
  browser: Browser,
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await use(page, session);
  } finally {
    await context.close();
  }
}
