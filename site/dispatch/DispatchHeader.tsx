import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard } from '../../contract/dispatch.ts';
import { isUntaken } from '../../contract/is-untaken.ts';
import style from '../components/Logo.module.css';
import { LogoMarker } from '../components/LogoMarker.tsx';

interface Props {
  /** Whether the phone is answered day and night. */
  isAlwaysAnswered: boolean;
  /** Undefined until the first response, and on a phone that isn't paired. */
  dashboard?: Dashboard | undefined;
  view?: string;
  /** The phone that rings first, as `describeFirstPhone` returns it. Empty if no phone rings. */
  firstPhone?: string | undefined;
  /** Whether something under Health needs attention. */
  hasTrouble?: boolean;
}

/** The header with tabs. On a phone, the tabs are at the bottom of the screen, near the thumb. */
export function DispatchHeader({ isAlwaysAnswered, dashboard, view = '', firstPhone, hasTrouble }: Props) {
  const untaken = dashboard?.open.filter(isUntaken).length ?? 0;
  const current = findTab(view);
  const links = [
    { name: 'requests', label: dispatchWords.tabs.requests },
    { name: 'site', label: dispatchWords.tabs.site },
    { name: 'health', label: dispatchWords.tabs.health },
  ];
  return (
    <header className="header">
      <div className="bar side">
        <span className={style.logo}>
          <LogoMarker isAlwaysAnswered={isAlwaysAnswered} className={style.marker} />
          <span>{dispatchWords.title}</span>
        </span>
        {dashboard && (
          <nav className="tabs" aria-label={dispatchWords.title}>
            {links.map(({ name, label }) => (
              <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
                <span>
                  {label} {name === 'requests' && untaken > 0 && <i>{untaken}</i>}
                  {name === 'health' && hasTrouble && (
                    <i>
                      <span aria-hidden="true">!</span>{' '}
                      <span className="unseen">{dispatchWords.health.needsAttention}</span>
                    </i>
                  )}
                </span>
              </a>
            ))}
          </nav>
        )}
        {firstPhone && (
          <a className="plate" href="#on-call">
            {dispatchWords.onCall} <b>{firstPhone}</b>
          </a>
        )}
      </div>
    </header>
  );
}

export const findTab = (view: string): string => tabs[view] ?? 'requests';

/** The tabs of all views that aren't about requests. */
const tabs: Partial<Record<string, string>> = {
  site: 'site',
  'on-call': 'site',
  'shop-hours': 'site',
  health: 'health',
  'pair-another': 'health',
};
