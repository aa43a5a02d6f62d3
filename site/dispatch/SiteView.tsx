import { useState } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { Board } from '../../contract/dispatch.ts';
import { useDispatch } from './actions.tsx';
import { nextHour, toLocalInput } from './clock-times.ts';
import { ExtraMinutesForm } from './ExtraMinutesForm.tsx';
import { hoursText } from './hours-text.ts';
import { NoticeForm, type NoticeTexts } from './NoticeForm.tsx';
import { onCallInTurn } from './on-call-now.ts';
import { facts } from './page-facts.ts';
import { SitePreview } from './SitePreview.tsx';

const { site: text } = words;

/** What the owner can change on the site without an upgrade. */
export function SiteView({ board: { site }, board }: { board: Board }) {
  const { now } = useDispatch();
  const [texts, setTexts] = useState<NoticeTexts>({});
  const [ends, setEnds] = useState(() => toLocalInput(nextHour(6, now)));
  const [language = ''] = facts.languages;
  const hasPhones = site.onCall.length > 0;
  return (
    <div className="cols">
      <div>
        <NoticeForm site={site} texts={texts} onTexts={setTexts} ends={ends} onEnds={setEnds} />
        <ExtraMinutesForm board={board} />
      </div>
      <div>
        <SitePreview site={site} draft={texts[language] ?? ''} draftEnds={ends} />
        <dl className="rows">
          <Row
            title={words.onCall}
            state={hasPhones ? onCallInTurn(site) : text.onCallNobody}
            view={hasPhones ? 'on-call' : undefined}
          />
          <Row
            title={text.shopHours}
            state={hoursText(site.shopHours) || text.shopHoursNone}
            view="shop-hours"
          />
        </dl>
      </div>
    </div>
  );
}

function Row({ title, state, view }: { title: string; state: string; view: string | undefined }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{state}</dd>
      {view && (
        <dd className="act">
          <a className="button small" href={`#${view}`} aria-label={`${text.change}: ${title}`}>
            {text.change}
          </a>
        </dd>
      )}
    </div>
  );
}
