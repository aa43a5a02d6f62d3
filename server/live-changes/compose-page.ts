import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { createHoursData, formatShopHours } from '../../content/shop-hours.ts';
import { words } from '../../content/words/index.ts';
import type { SiteState } from '../../contract/dispatch.ts';
import { formatNotice } from './format-notice.ts';
import { formatUntil } from './format-until.ts';

/** The owner's changes that pages show. */
export type LiveChanges = Pick<SiteState, 'notice' | 'extraMinutes' | 'shopHours'>;

/**
 * Inserts the owner's current changes into the HTML of a page, without styles or scripts. Finds the places with
 * regular expressions for the markup of `Hero.tsx`, `ServiceArea.tsx`, and `Contact.tsx`. If they no longer match,
 * `tests/server/live-changes.test.ts` fails.
 */
export function composePage(html: string, liveChanges: LiveChanges, now: number): string {
  const [, name = ''] = /<html[^>]* data-language="(\w+)"/.exec(html) ?? [];
  if (!Object.hasOwn(languages, name)) {
    return html;
  }
  const language = name as Language;
  const page = insertMinutes(insertNotice(html, language, liveChanges, now), language, liveChanges, now);
  return insertShopHours(page, language, liveChanges);
}

/** Shows the notice on the landing page's message board, or at the start of most other pages. */
function insertNotice(html: string, language: Language, { notice }: LiveChanges, now: number): string {
  const sentence = notice && formatNotice(language, notice, now);
  if (!sentence) {
    return html;
  }
  const noticeHtml = escapeHtml(sentence);
  return boardHeadline.test(html)
    ? html.replace(boardHeadline, (headline) => `${headline}<small>${noticeHtml}</small>`)
    : html.replace(mainStart, (tag) => `${tag}<p>${noticeHtml}</p>`);
}

/** The landing page's headline without its end tag. */
const boardHeadline = /<h1 class="Board-board[^>]*>.*?(?=<\/h1>)/s;
const mainStart = /<main id="main">/;

/**
 * Adds extra minutes. On the first screen's signs, the new minutes and their end time replace the average and
 * its label. In Service Area, a sentence with the new minutes follows the average.
 */
function insertMinutes(html: string, language: Language, { extraMinutes }: LiveChanges, now: number): string {
  const { minutes: minutesWords, minutesUntil } = words[language].siteNow;
  let page = html;
  for (const { city, averageMinutes } of serviceAreas) {
    const extra = extraMinutes[city];
    if (extra === undefined) {
      continue;
    }
    const minutes = averageMinutes + extra.minutes;
    const until = formatUntil(language, Date.parse(extra.until), now);
    const name = escapeHtml(city);
    page = page
      .replace(
        `<li class="panel"><span>${name}</span> <b>`,
        () => `<li class="panel" data-now><span>${name}</span> <b>`,
      )
      .replace(
        new RegExp(
          `(<li class="panel" data-now><span>${RegExp.escape(name)}</span> <b>)[^<]*(</b> <span>)[^<]*`,
        ),
        (_, start: string, between: string) =>
          start + interpolate(minutesWords, { minutes }) + between + escapeHtml(until),
      )
      .replace(
        new RegExp(`>${RegExp.escape(name)}</h3><p class="ServiceArea-distance">.*?</p>`, 's'),
        (average) => `${average}<p>${escapeHtml(interpolate(minutesUntil, { minutes, until }))}</p>`,
      );
  }
  return page;
}

/** Replaces the shop hours in the contact section and the structured data if they differ from the content's. */
function insertShopHours(html: string, language: Language, { shopHours }: LiveChanges): string {
  const paragraphs = formatShopHours(language, shopHours);
  if (JSON.stringify(paragraphs) === JSON.stringify(formatShopHours(language))) {
    return html;
  }
  const label = escapeHtml(words[language].siteNow.shopHours.label);
  const hoursHtml = paragraphs.map((paragraph) => `<dd>${escapeHtml(paragraph)}</dd>`).join('');
  const hoursLabel = RegExp.escape(escapeHtml(words[language].contact.hoursLabel));
  const hoursPattern = new RegExp(
    `(<dt>${hoursLabel}</dt><dd>[^<]*</dd>)(?:<dt>${RegExp.escape(label)}</dt>(?:<dd>[^<]*</dd>)+)?`,
  );
  return html
    .replace(hoursPattern, (_, line: string) =>
      hoursHtml === '' ? line : `${line}<dt>${label}</dt>${hoursHtml}`,
    )
    .replace(
      /(<script type="application\/ld\+json">)(.*?)(<\/script>)/s,
      (_, start: string, json: string, end: string) => {
        const { openingHoursSpecification: _hours, contactPoint: _line, ...data } = JSON.parse(json);
        const hoursData = JSON.stringify({ ...data, ...createHoursData(shopHours) });
        return start + hoursData.replaceAll('<', '\\u003c') + end;
      },
    );
}

/** Escapes text as React does. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Partial<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
