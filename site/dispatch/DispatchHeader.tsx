import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { Board } from '../../contract/dispatch.ts';
import { Marker } from '../components/Marker.tsx';

interface Props {
  /** Undefined until the first answer, and on a phone that isn't paired. */
  board?: Board | undefined;
  view?: string;
}

/** The tabs stand at the bottom of a phone's screen, near the thumb. */
export function DispatchHeader({ board, view = '' }: Props) {
  const untaken = board?.open.filter(isUntaken).length ?? 0;
  const isHealth = view === 'health' || view === 'pair-another';
  const tabs = [
    { name: 'requests', label: words.tabs.requests, isOpen: !isHealth },
    { name: 'health', label: words.tabs.health, isOpen: isHealth },
  ];
  return (
    <header className="header">
      <div className="bar side">
        <span className="logo">
          <Marker className="marker" />
          <span>{words.title}</span>
        </span>
        {board && (
          <nav className="tabs" aria-label={words.title}>
            {tabs.map(({ name, label, isOpen }) => (
              <a key={name} href={`#${name}`} aria-current={isOpen ? 'page' : undefined}>
                <span>
                  {label}
                  {name === 'requests' && untaken > 0 && <i>{untaken}</i>}
                </span>
              </a>
            ))}
          </nav>
        )}
      </div>
    </header>
  );
}

export const isUntaken = ({ state }: { state: string }) =>
  state === 'received' || state === 'ringing' || state === 'unanswered';
