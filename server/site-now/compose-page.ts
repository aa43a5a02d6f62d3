import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { hoursData, shopHoursIn } from '../../content/shop-hours.ts';
import { words } from '../../content/words/index.ts';
import { siteNowWords } from '../../content/words/site-now.ts';
import type { SiteState } from '../../contract/dispatch.ts';
import { noticeIn } from './sentences.ts';
import { untilIn } from './until.ts';

/** What the pages show of the owner's changes. */
export type SiteNow = Pick<SiteState, 'notice' | 'extraMinutes' | 'shopHours'>;

/** Puts what counts now into the HTML of a page. Styles and scripts stay as they are, and so does the content policy. */
export function composePage(html: string, siteNow: SiteNow, now: number): string {
  const [, name = ''] = /<html[^>]* data-language="(\w+)"/.exec(html) ?? [];
  if (!Object.hasOwn(languages, name)) {
    return html;
  }
  const language = name as Language;
  const page = withMinutes(withNotice(html, language, siteNow, now), language, siteNow, now);
  return withShopHours(page, language, siteNow);
}

/** The message board shows the notice. On a page without a board, it comes first. */
function withNotice(html: string, language: Language, { notice }: SiteNow, now: number): string {
  const sentence = notice && noticeIn(language, notice, now);
  if (!sentence) {
    return html;
  }
  const shown = escapeHtml(sentence);
  return board.test(html)
    ? html.replace(board, (headline) => `${headline}<small>${shown}</small>`)
    : html.replace(place, (tag) => `${tag}<p>${shown}</p>`);
}

/** The headline of the landing page, up to its end. */
const board = /<h1 class="Board-board[^>]*>.*?(?=<\/h1>)/s;
const place = /<main id="main">/;

/**
 * Extra minutes take the average's place on the signs of the first screen: nothing else may stand beside "average". In
 * Service Area, they follow it.
 */
function withMinutes(html: string, language: Language, { extraMinutes }: SiteNow, now: number): string {
  const { minutes: minutesWords, minutesUntil } = siteNowWords[language];
  let page = html;
  for (const { city, averageMinutes } of serviceAreas) {
    const extra = extraMinutes[city];
    if (extra === undefined) {
      continue;
    }
    const minutes = averageMinutes + extra.minutes;
    const until = untilIn(language, Date.parse(extra.until), now);
    const name = escapeHtml(city);
    page = page
      .replace(
        `<li class="panel"><span>${name}</span> <b>`,
        `<li class="panel" data-now><span>${name}</span> <b>`,
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

/** Shop hours that differ from the content's, in the contact section and in structured data. */
function withShopHours(html: string, language: Language, { shopHours }: SiteNow): string {
  const paragraphs = shopHoursIn(language, shopHours);
  if (JSON.stringify(paragraphs) === JSON.stringify(shopHoursIn(language))) {
    return html;
  }
  const label = escapeHtml(siteNowWords[language].shopHours.label);
  const shown = paragraphs.map((paragraph) => `<dd>${escapeHtml(paragraph)}</dd>`).join('');
  const hoursLabel = RegExp.escape(escapeHtml(words[language].contact.hoursLabel));
  const place = new RegExp(
    `(<dt>${hoursLabel}</dt><dd>[^<]*</dd>)(?:<dt>${RegExp.escape(label)}</dt>(?:<dd>[^<]*</dd>)+)?`,
  );
  return html
    .replace(place, (_, line: string) => (shown === '' ? line : `${line}<dt>${label}</dt>${shown}`))
    .replace(
      /(<script type="application\/ld\+json">)(.*?)(<\/script>)/s,
      (_, start: string, json: string, end: string) => {
        const { openingHoursSpecification: _hours, contactPoint: _line, ...data } = JSON.parse(json);
        const text = JSON.stringify({ ...data, ...hoursData(shopHours) });
        return start + text.replaceAll('<', '\\u003c') + end;
      },
    );
}

/** As React writes text. */
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
