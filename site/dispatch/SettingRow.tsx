import { dispatchWords } from '../../content/words/dispatch.ts';
import type { SiteState } from '../../contract/dispatch.ts';
import { interpolate } from './interpolate.ts';
import { describeFirstAndNextPhone } from './on-call-now.ts';

const { site: siteWords } = dispatchWords;

interface Props {
  title: string;
  /** The current setting. */
  state: string;
  /** The view for changing the setting, if it can be changed. */
  view: string | undefined;
}

/** A setting in a list, with a link to its view. */
export function SettingRow({ title, state, view }: Props) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{state}</dd>
      {view && (
        <dd className="act">
          <a className="button small" href={`#${view}`} aria-label={`${siteWords.change}: ${title}`}>
            {siteWords.change}
          </a>
        </dd>
      )}
    </div>
  );
}

/** The row with the phone that rings first and, if that changes at a certain time, the next one. */
export function OnCallRow({ site }: { site: SiteState }) {
  const hasPhones = site.onCall.length > 0;
  return (
    <SettingRow
      title={dispatchWords.onCall}
      state={
        hasPhones
          ? interpolate(siteWords.onCallSummary, { who: describeFirstAndNextPhone(site) })
          : siteWords.onCallNobody
      }
      view={hasPhones ? 'on-call' : undefined}
    />
  );
}
