import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { SiteState } from '../../contract/dispatch.ts';
import { fill } from './fill.ts';
import { onCallInTurn } from './on-call-now.ts';

const { site: text } = words;

interface Props {
  title: string;
  /** How it is set now. */
  state: string;
  /** Where to change it, if anything can be changed. */
  view: string | undefined;
}

/** One setting in a list, with the link to its view. */
export function SettingRow({ title, state, view }: Props) {
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

/** Who rings first, and who next. */
export function OnCallRow({ site }: { site: SiteState }) {
  const hasPhones = site.onCall.length > 0;
  return (
    <SettingRow
      title={words.onCall}
      state={hasPhones ? fill(text.onCallSummary, { who: onCallInTurn(site) }) : text.onCallNobody}
      view={hasPhones ? 'on-call' : undefined}
    />
  );
}
