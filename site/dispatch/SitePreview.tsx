import { dispatchWords } from '../../content/words/dispatch.ts';
import type { SiteState } from '../../contract/dispatch.ts';
import { useDispatchPage } from './actions.tsx';
import { formatUntil, parseLocalInput } from './clock-times.ts';
import { interpolate } from './interpolate.ts';
import { facts } from './page-facts.ts';

const { site: siteWords } = dispatchWords;

interface Props {
  site: SiteState;
  /** The owner's draft, in the site's first language. */
  draft: string;
  /** The draft's end, in the format of a time field. */
  draftEnds: string;
}

/** A sketch of the landing page's top, with the draft or else the current notice. */
export function SitePreview({ site: { notice, extraMinutes }, draft, draftEnds }: Props) {
  const { now } = useDispatchPage();
  const [language = ''] = facts.languages;
  const shown = draft || notice?.text[language];
  const ends = draft ? parseLocalInput(draftEnds) : notice?.ends;
  return (
    <section>
      <h2 className="group">{draft ? siteWords.previewDraft : siteWords.preview}</h2>
      <div className="preview">
        <div className="preview-board">
          <span className="led">{facts.headline}</span>
          {shown && ends && (
            <p>{interpolate(siteWords.noticeUntil, { text: shown, time: formatUntil(ends, now) })}</p>
          )}
        </div>
        <div className="preview-signs">
          {facts.areas.map(({ city, averageMinutes }) => {
            const extra = extraMinutes[city];
            return (
              <p key={city} className="sign">
                {city}{' '}
                <b>{interpolate(siteWords.minutes, { minutes: averageMinutes + (extra?.minutes ?? 0) })}</b>
                {extra
                  ? interpolate(siteWords.untilTime, { time: formatUntil(extra.until, now) })
                  : siteWords.onAverage}
              </p>
            );
          })}
        </div>
      </div>
      <a className="button whole" href="/">
        {siteWords.openSite}
      </a>
    </section>
  );
}
