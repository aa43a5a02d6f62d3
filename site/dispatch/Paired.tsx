import { useEffect, useRef } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard } from '../../contract/dispatch.ts';
import { DispatchContext, describeReadError, type Note, useActions } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { DispatchHeader, findTab } from './DispatchHeader.tsx';
import type { DispatchClient } from './dispatch-client.ts';
import { HealthView } from './HealthView.tsx';
import { findTrouble } from './health-trouble.ts';
import { interpolate } from './interpolate.ts';
import { OnCallView } from './OnCallView.tsx';
import { describeFirstPhone } from './on-call-now.ts';
import { PairAnother } from './PairAnother.tsx';
import { facts } from './page-facts.ts';
import { RequestsView } from './RequestsView.tsx';
import { RequestView } from './RequestView.tsx';
import { ShopHoursView } from './ShopHoursView.tsx';
import { SiteView } from './SiteView.tsx';
import { Snackbar } from './Snackbar.tsx';
import { useDashboard } from './use-dashboard.ts';

interface Props {
  client: DispatchClient;
  view: string;
  openedReference: string | undefined;
  /** Called if this phone was removed. `wasRejected` is true if an action was rejected for this reason. */
  onRemoved(wasRejected: boolean): void;
  /** The first note to show. */
  greeting: string | undefined;
}

/** The page on a paired phone. */
export function Paired({ client, view, openedReference, onRemoved, greeting }: Props) {
  const { dashboard, now, error, act } = useDashboard(client, view === 'pair-another');
  const actions = useActions({ act, now, onRemoved, greeting });

  useEffect(() => {
    if (error?.code === 'wrong_key') {
      onRemoved(false);
    }
  }, [error, onRemoved]);

  const { note, closeNote } = actions;
  const shownAt = useRef({ view, openedReference });
  useEffect(() => {
    const hasMoved = shownAt.current.view !== view || shownAt.current.openedReference !== openedReference;
    shownAt.current = { view, openedReference };
    if (hasMoved && note && !isRelevantIn(note, { view, openedReference })) {
      closeNote();
    }
  }, [view, openedReference, note, closeNote]);
  // The Undo button of a different request would seem to belong to the opened request.
  const isAboutOther =
    openedReference !== undefined && note?.reference !== undefined && note.reference !== openedReference;

  return (
    <DispatchContext value={{ client, now, ...actions }}>
      <DispatchHeader
        isAlwaysAnswered={facts.isAlwaysAnswered}
        dashboard={dashboard}
        view={view}
        firstPhone={dashboard && describeFirstPhone(dashboard.site)}
        hasTrouble={dashboard !== undefined && findTrouble(dashboard, now) !== undefined}
      />
      <main id="main" className="side">
        {error && dashboard && (
          <p role="status" className="trouble">
            {describeReadError(
              error,
              now,
              interpolate(dispatchWords.stale, { time: formatTime(dashboard.now, now) }),
            )}
          </p>
        )}
        {dashboard ? (
          <View dashboard={dashboard} view={view} openedReference={openedReference} />
        ) : (
          <p role="status">
            {error ? describeReadError(error, now, dispatchWords.triesAgain) : dispatchWords.loading}
          </p>
        )}
      </main>
      <Snackbar {...actions} note={isAboutOther ? undefined : note} />
    </DispatchContext>
  );
}

/**
 * The maximum age at which a note remains open after a change of view, because the note's action probably opened the
 * view. Error notes are always closed.
 */
const maxViewChangeTime = 1_000;

/** Whether a note is relevant in a view, because it offers an Undo there or its action opened the view. */
function isRelevantIn(
  { reference, undo, isFault, at }: Note,
  { view, openedReference }: Pick<Props, 'view' | 'openedReference'>,
): boolean {
  if (isFault) {
    return false;
  }
  if (performance.now() - at < maxViewChangeTime) {
    return true;
  }
  const tab = findTab(view);
  return (
    undo !== undefined &&
    (reference ? openedReference === reference || (!openedReference && tab === 'requests') : tab === 'site')
  );
}

interface ViewProps extends Pick<Props, 'view' | 'openedReference'> {
  dashboard: Dashboard;
}

function View({ dashboard, view, openedReference }: ViewProps) {
  if (openedReference) {
    return <RequestView key={openedReference} dashboard={dashboard} reference={openedReference} />;
  }
  switch (view) {
    case 'site':
      return <SiteView dashboard={dashboard} />;
    case 'on-call':
      return <OnCallView dashboard={dashboard} />;
    case 'shop-hours':
      // After an Undo, or a change on another phone, the form starts over.
      return <ShopHoursView key={JSON.stringify(dashboard.site.shopHours)} dashboard={dashboard} />;
    case 'health':
      return <HealthView dashboard={dashboard} />;
    case 'pair-another':
      return <PairAnother devices={dashboard.devices} />;
    default:
      return <RequestsView dashboard={dashboard} />;
  }
}
