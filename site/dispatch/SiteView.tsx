import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard } from '../../contract/dispatch.ts';
import { useDispatchPage } from './actions.tsx';
import { findShownEnd, type TypedTime } from './clock-times.ts';
import { ExtraMinutesForm } from './ExtraMinutesForm.tsx';
import { formatHours } from './hours-text.ts';
import { NoticeForm, type NoticeTexts } from './NoticeForm.tsx';
import { facts } from './page-facts.ts';
import { OnCallRow, SettingRow } from './SettingRow.tsx';
import { SitePreview } from './SitePreview.tsx';
import { useTabState } from './use-tab-state.ts';

const { site: siteWords } = dispatchWords;

/** The settings of the site that the owner can change without an upgrade. */
export function SiteView({ dashboard: { site }, dashboard }: { dashboard: Dashboard }) {
  const { now } = useDispatchPage();
  const [texts, setTexts] = useTabState<NoticeTexts>('notice', {});
  const [typedEnd, setTypedEnd] = useTabState<TypedTime | undefined>('notice-ends', undefined);
  const ends = findShownEnd(typedEnd, now);
  const [language = ''] = facts.languages;
  return (
    <div className="cols">
      <div>
        <h1 className="title">{dispatchWords.tabs.site}</h1>
        <dl className="rows">
          <OnCallRow site={site} />
          <SettingRow
            title={siteWords.shopHours}
            state={formatHours(site.shopHours) || siteWords.shopHoursNone}
            view="shop-hours"
          />
        </dl>
        <NoticeForm
          site={site}
          texts={texts}
          onTextsChange={setTexts}
          ends={ends}
          onEndsChange={(value) => setTypedEnd({ value, typedAt: now })}
        />
        <ExtraMinutesForm dashboard={dashboard} />
      </div>
      <div>
        <SitePreview site={site} draft={texts[language] ?? ''} draftEnds={ends} />
      </div>
    </div>
  );
}
