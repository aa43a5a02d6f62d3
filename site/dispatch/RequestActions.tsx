/** The actions for an opened request. */
import { dispatchWords } from '../../content/words/dispatch.ts';
import { etaMinutes, type OwnerAction, type RequestDetails } from '../../contract/dispatch.ts';
import { isUntaken } from '../../contract/is-untaken.ts';
import { ActionButton } from './ActionButton.tsx';
import { describeGiveBack, type Undo, undoTake, useDispatchPage } from './actions.tsx';
import { formatClock } from './clock-times.ts';
import { interpolate } from './interpolate.ts';

const { requests: requestWords } = dispatchWords;

/** The "I'm taking it" button and the buttons that contact the driver. */
export function TakeAndContact({ request }: { request: RequestDetails }) {
  const { isBusy } = useDispatchPage();
  const { tel, phone, sms, email } = request;
  return (
    <>
      {isUntaken(request) && (
        <RequestActionButton
          request={request}
          action="take"
          label={requestWords.take}
          undo={undoTake(request.reference)}
          className="solid big whole"
        />
      )}
      {/* These buttons move up when "I'm taking it" disappears. A second tap there must not start a call. */}
      <div className={isBusy ? 'row grow resting' : 'row grow'}>
        {tel && (
          <a className="button orange big whole" href={tel}>
            {interpolate(requestWords.call, { phone })}
          </a>
        )}
        {sms && (
          <a className="button" href={sms}>
            {requestWords.textDriver}
          </a>
        )}
        {email && (
          <a className="button" href={`mailto:${encodeURIComponent(email)}`}>
            {requestWords.email}
          </a>
        )}
      </div>
    </>
  );
}

/** Whether a request has ended. It doesn't use `isOpenState`: see "Shared modules" in docs/architecture.md. */
const isEnded = ({ state }: RequestDetails) => ['done', 'canceled', 'closed', 'erased'].includes(state);

interface OnMyWayProps {
  request: RequestDetails;
  /** The first name of this phone's owner. */
  firstName: string;
}

export function OnMyWay({ request, firstName }: OnMyWayProps) {
  const { send, isBusy, now } = useDispatchPage();
  const { reference, state, eta, taken } = request;
  // The server accepts an arrival time from the phone that took the request. If no paired phone took it, it accepts one
  // from a phone of the same name, or from any phone if no name was given.
  const isSomebodyElses =
    taken !== undefined &&
    !taken.isMine &&
    (taken.hasDevice || (taken.by !== undefined && taken.by.toLowerCase() !== firstName.toLowerCase()));
  if (isEnded(request) || isSomebodyElses) {
    return null;
  }
  return (
    <fieldset>
      <legend>
        {requestWords.onMyWay} <small>{requestWords.onMyWayUnit}</small>
      </legend>
      <div className="seg">
        {etaMinutes.map((minutes) => (
          <ActionButton
            key={minutes}
            isBusy={isBusy}
            aria-pressed={state === 'on_the_way' && eta?.minutes === minutes}
            onClick={() =>
              send(
                { action: 'on_my_way', reference, minutes },
                interpolate(dispatchWords.confirmations.on_my_way, {
                  time: formatClock(addMinutes(now, minutes)),
                }),
              )
            }
          >
            {minutes}
          </ActionButton>
        ))}
      </div>
    </fieldset>
  );
}

/** The other actions that make sense for a request in this state. */
export function OtherActions({ request }: { request: RequestDetails }) {
  const { send, isBusy } = useDispatchPage();
  const { reference, state, taken, sameNetworkCount } = request;
  const hasEnded = isEnded(request);
  // A canceled request that somebody took stays in the list until it is done or erased.
  const canBeDone = !hasEnded || (state === 'canceled' && taken !== undefined);
  return (
    <>
      {(state === 'done' || state === 'closed') && (
        <RequestActionButton
          request={request}
          action="reopen"
          label={requestWords.reopen}
          className="whole"
        />
      )}
      {canBeDone && (
        <RequestActionButton
          request={request}
          action="done"
          label={requestWords.done}
          undo={{ action: 'reopen', reference }}
          className="whole"
        />
      )}
      <div className="row grow">
        {!hasEnded && taken && (
          <ActionButton
            className="button small"
            isBusy={isBusy}
            // With the time of this phone's press, a repeat after a lost response can't undo a later press.
            onClick={() =>
              send(
                { action: 'give_back', reference, ...(taken.isMine && { taken: taken.at }) },
                describeGiveBack,
                { action: 'take', reference },
              )
            }
          >
            {requestWords.giveBack}
          </ActionButton>
        )}
        {state !== 'erased' && (
          <RequestActionButton
            request={request}
            action="email_again"
            label={requestWords.emailAgain}
            className="small"
          />
        )}
        {!hasEnded && (
          <RequestActionButton
            request={request}
            action="not_a_customer"
            label={requestWords.notCustomer}
            undo={{ action: 'reopen', reference }}
            className="small"
          />
        )}
      </div>
      {!hasEnded && !taken && sameNetworkCount > 1 && (
        <ActionButton
          className="button"
          isBusy={isBusy}
          onClick={() =>
            send({ action: 'close_network', reference }, dispatchWords.confirmations.close_network, {
              action: 'reopen_network',
              reference,
            })
          }
        >
          {interpolate(requestWords.closeNetwork, { count: sameNetworkCount })}
        </ActionButton>
      )}
    </>
  );
}

interface RequestActionButtonProps {
  request: RequestDetails;
  action: SimpleAction;
  label: string;
  undo?: Undo;
  /** Additional classes of the button. */
  className?: string;
}

function RequestActionButton({
  request: { reference },
  action,
  label,
  undo,
  className = '',
}: RequestActionButtonProps) {
  const { send, isBusy } = useDispatchPage();
  return (
    <ActionButton
      className={`button ${className}`}
      isBusy={isBusy}
      onClick={() => send({ action, reference }, dispatchWords.confirmations[action], undo)}
    >
      {label}
    </ActionButton>
  );
}

type SimpleAction = Exclude<
  Extract<OwnerAction, { reference: string }>['action'],
  'on_my_way' | 'erase' | 'give_back' | 'close_network' | 'reopen_network'
>;

const addMinutes = (now: string, minutes: number) =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();
