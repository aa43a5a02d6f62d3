import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { Board } from '../../contract/dispatch.ts';
import style from '../components/Logo.module.css';
import { Marker } from '../components/Marker.tsx';

interface Props {
  /** Undefined until the first answer, and on a phone that isn't paired. */
  board?: Board | undefined;
  view?: string;
  /** Who rings first. Empty: no phone rings. */
  onCall?: string | undefined;
}

/** The tabs stand at the bottom of a phone's screen, near the thumb. */
export function DispatchHeader({ board, view = '', onCall = '' }: Props) {
  const untaken = board?.open.filter(isUntaken).length ?? 0;
  const current = tabOf[view] ?? 'requests';
  const tabs = [
    { name: 'requests', label: words.tabs.requests },
    { name: 'site', label: words.tabs.site },
    { name: 'health', label: words.tabs.health },
  ];
  return (
    <header className="header">
      <div className="bar side">
        <span className={style.logo}>
          <Marker className={style.marker} />
          <span>{words.title}</span>
        </span>
        {board && (
          <nav className="tabs" aria-label={words.title}>
            {tabs.map(({ name, label }) => (
              <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
                <span>
                  {label} {name === 'requests' && untaken > 0 && <i>{untaken}</i>}
                </span>
              </a>
            ))}
          </nav>
        )}
        {onCall && (
          <a className="plate" href="#on-call">
            {words.onCall} <b>{onCall}</b>
          </a>
        )}
      </div>
    </header>
  );
}

/** The tab of each view that isn't about requests. */
const tabOf: Partial<Record<string, string>> = {
  site: 'site',
  'on-call': 'site',
  'shop-hours': 'site',
  health: 'health',
  'pair-another': 'health',
};

export const isUntaken = ({ state }: { state: string }) =>
  state === 'received' || state === 'ringing' || state === 'unanswered';
