import { interpolate } from '../../../content/interpolate.ts';
import { words } from '../../../content/words/index.ts';
import { contactAnchor } from '../../../contract/link-targets.ts';
import { coverage } from '../../../site/area-check/area-table.ts';
import { isReadable, look, measureHeaderCover, sizes } from './in-page.ts';
import type { Journey } from './journey.ts';
import { findUnreadable, leastContrast } from './unreadable.ts';
import { until } from './until.ts';

export async function* seeFirstScreen({ engine, page }: Journey) {
  // On the landing page, the header's call link doesn't show the number while the hero's is in view.
  const number = page === 'landing' ? 'main [data-call] b' : 'header a[href^="tel:"] b';
  const { isShown, isInView, isFree } = await engine.run(look, number);
  if (!isShown || !isInView || !isFree) {
    yield 'The phone number is not on the first screen.';
  }
  yield* findUnreadable(engine, 'The phone number', number, leastContrast.text, 0.004);
  yield* findUnreadable(engine, 'The headline', 'h1', leastContrast.largeText, 0.02);
}

export async function* scrollThePage({ engine }: Journey) {
  const { pageWidth, width } = await engine.run(sizes);
  if (pageWidth > width + 1) {
    yield `The page is ${pageWidth} px wide on a screen of ${width} px.`;
  }
  const cover = await engine.run(measureHeaderCover);
  if (cover > 0.25) {
    yield `The header covers ${Math.round(cover * 100)} % of the screen.`;
  }
}

/** Opens and closes the menu, then follows its link to the form. A list of links in the page is also accepted. */
export async function* useMenu({ engine, page, hasScripts, isFull }: Journey) {
  const link = `#menu a[href$="#${contactAnchor}"]`;
  const open = 'header div > button';
  const close = '#menu li > button';
  const isShown = async (selector: string) => (await engine.run(look, selector)).isShown;
  const isOpen = () => isShown(link);
  const isClosed = async () => !(await isOpen());
  const hasButton = await isShown(open);
  if (hasButton) {
    if (await isOpen()) {
      yield 'The menu is open before its button is pressed.';
    }
    await engine.click(open);
    if (!(await until(isOpen))) {
      yield 'The Menu button does not open the menu.';
    }
    if (await isShown(close)) {
      await engine.click(close);
    }
    if (!(await until(isClosed))) {
      yield 'The Close button does not close the menu.';
    }
    if (await isClosed()) {
      await engine.click(open);
    }
  }
  await engine.click(link);
  const seeHeading = () => engine.run(look, `#${contactAnchor} h2`);
  const isReached = async () => {
    const { isInView, isFree } = await seeHeading();
    return isInView && isFree;
  };
  // "Known limits" in docs/browsers.md.
  const mayMissForm = engine.version.startsWith('Firefox/') && page !== 'landing' && !hasScripts;
  if (!(await until(isReached)) && !mayMissForm) {
    const { isInView } = await seeHeading();
    yield isInView ? 'The header covers the form.' : 'The link in the menu does not lead to the form.';
  }
  if (!hasButton || (await until(isClosed))) {
    return;
  }
  if (isFull) {
    yield 'The menu stays open after its link is pressed.';
  }
  const { top, bottom } = (await engine.run(look, '#menu')).box;
  const { height } = await engine.run(sizes);
  if (bottom - top > height / 4) {
    yield `The menu stays open, ${bottom - top} px high on a screen of ${height} px.`;
  }
}

/** Enters a ZIP code from the first area into "Do we serve your area?". */
export async function* checkArea({ engine, language, page, isFull }: Journey) {
  const input = '#area-check input';
  if (page !== 'landing') {
    return;
  }
  if (!(await until(async () => (await engine.run(look, input)).isShown))) {
    if (isFull) {
      yield 'The area check is missing.';
    }
    return;
  }
  const [{ city = '', minutes = 0, zips = {} } = {}] = coverage;
  const [[prefix, endings] = ['', '']] = Object.entries(zips);
  await engine.type(input, prefix + endings.slice(0, 2));
  await engine.click('#area-check button');
  const { inside } = words[language].areaCheck;
  for (const line of inside.map((text) => interpolate(text, { city, minutes }))) {
    if (!(await until(() => engine.run(isReadable, line)))) {
      yield `The area check does not answer "${line}"`;
    }
  }
}
