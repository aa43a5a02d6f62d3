import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard } from '../../contract/dispatch.ts';
import { countTurnsBeforeAll, turnMinutes } from '../../contract/escalation.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoChange, useDispatchPage } from './actions.tsx';
import { findNextHour, formatTime } from './clock-times.ts';
import { interpolate } from './interpolate.ts';
import { OnCallOrder } from './OnCallOrder.tsx';

const { onCallPage: onCallWords } = dispatchWords;
const firstUntilHours = [
  { hour: 6, label: onCallWords.until.six },
  { hour: 8, label: onCallWords.until.eight },
  { hour: 12, label: onCallWords.until.noon },
  { hour: 18, label: onCallWords.until.evening },
];

/** The view with the on-call order, and the phone that rings first for now. */
export function OnCallView({ dashboard }: { dashboard: Dashboard }) {
  const { send, isBusy } = useDispatchPage();
  const { onCall, firstUntil } = dashboard.site;
  const phonesOn = onCall.filter(({ recipient, isOff }) => !isOff || recipient === firstUntil?.recipient);
  // If all phones are off, they all count as on.
  const turnCount = countTurnsBeforeAll(onCall.length, phonesOn.length || onCall.length);
  return (
    <div className="stack">
      <p>
        <a className="back" href="#site">
          {dispatchWords.site.back}
        </a>
      </p>
      <h1 className="title">{onCallWords.title}</h1>
      {dashboard.me.recipient ? (
        <FirstUntilButtons dashboard={dashboard} />
      ) : (
        <p className="note">{onCallWords.needsRecipient}</p>
      )}
      {firstUntil && (
        <ActionButton
          className="button whole"
          isBusy={isBusy}
          onClick={() =>
            send({ action: 'hand_over' }, dispatchWords.confirmations.hand_over, undoChange('on_until'))
          }
        >
          {onCallWords.handOver}
        </ActionButton>
      )}
      <p>{interpolate(onCallWords.order, { minute: turnCount * turnMinutes })}</p>
      <OnCallOrder key={JSON.stringify(onCall)} dashboard={dashboard} />
      <p className="note">{onCallWords.keeps}</p>
    </div>
  );
}

/** Buttons that make this phone ring first until a chosen hour. */
function FirstUntilButtons({ dashboard: { me, site } }: { dashboard: Dashboard }) {
  const { now, send, isBusy } = useDispatchPage();
  const { firstUntil } = site;
  return (
    <fieldset>
      <legend>{onCallWords.untilLabel}</legend>
      <div className="seg">
        {firstUntilHours.map(({ hour, label }) => {
          const until = findNextHour(hour, now);
          const isChosen =
            firstUntil?.recipient === me.recipient &&
            Date.parse(firstUntil?.until ?? '') === Date.parse(until);
          return (
            <ActionButton
              key={hour}
              isBusy={isBusy}
              aria-pressed={isChosen}
              onClick={() =>
                send(
                  { action: 'on_until', until },
                  interpolate(dispatchWords.confirmations.on_until, { time: formatTime(until, now) }),
                  undoChange('on_until'),
                )
              }
            >
              {label}
            </ActionButton>
          );
        })}
      </div>
    </fieldset>
  );
}
