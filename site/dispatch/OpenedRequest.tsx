import { useEffect, useState } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import {
  type Board,
  etaMinutes,
  type OpenedRequest as Opened,
  type OwnerAction,
} from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { sentenceForQuestion, useDispatch } from './actions.tsx';
import { printClock, printDay, printTime } from './clock-times.ts';
import { isUntaken } from './DispatchHeader.tsx';
import { DispatchError } from './dispatch-client.ts';
import { EraseRequest } from './EraseRequest.tsx';
import { fill } from './fill.ts';
import { Place } from './RequestsView.tsx';
import { languageName, rungText } from './request-text.ts';

const { requests: text } = words;

interface Props {
  board: Board;
  reference: string;
}

/** A request in full. It is asked for again whenever its line on the board changes. */
export function OpenedRequest({ board, reference }: Props) {
  const { client, now } = useDispatch();
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<DispatchError>();
  const line = JSON.stringify([...board.open, ...board.ended].find((one) => one.reference === reference));

  // `now` moves on every 10 s.
  const retry = error && error.code !== 'not_found' ? now : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` says that something has changed, `retry` that it's time
  useEffect(() => {
    let isCurrent = true;
    client.open(reference).then(
      (request) => {
        if (isCurrent) {
          setOpened(request);
          setError(undefined);
        }
      },
      (failure) => {
        if (isCurrent) {
          setError(failure instanceof DispatchError ? failure : new DispatchError('other'));
        }
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, reference, line, retry]);

  return (
    <div className="stack">
      <p>
        <a className="back" href="#requests">
          {text.back}
        </a>
      </p>
      {error && <p role="alert">{sentenceForQuestion(error, now, words.triesAgain)}</p>}
      {opened ? <Details request={opened} /> : !error && <p>{words.loading}</p>}
    </div>
  );
}

function Details({ request }: { request: Opened }) {
  const { now } = useDispatch();
  const { reference, language, message, name, phone, email, deletedOn } = request;
  const about = [
    fill(text.sent, { time: printTime(request.receivedAt, now) }),
    fill(text.writesIn, { language: languageName(language) }),
    request.isPossibleSpam ? `${text.spam}.` : '',
    rungText(request, now),
  ];
  const facts = [
    [text.name, name],
    [text.phoneLabel, phone],
    [text.emailLabel, email],
    [text.deletedOn, deletedOn && printDay(deletedOn)],
  ];
  return (
    <>
      <h1 className="title">
        {request.serviceName} <span className="reference">{reference}</span>
      </h1>
      <p className="note">{about.filter(Boolean).join(' ')}</p>
      <Place place={request.place} map={request.map} />
      <Contact request={request} />
      <p className="quote" dir="auto">
        {message}
      </p>
      <Steps request={request} />
      <dl className="facts">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <EraseRequest reference={reference} />
    </>
  );
}

/** Who takes it, and how to reach the driver. */
function Contact({ request }: { request: Opened }) {
  const { tel, phone, sms, email } = request;
  return (
    <>
      {isUntaken(request) && (
        <StepButton
          request={request}
          action="take"
          label={text.take}
          undo="give_back"
          look="solid big whole"
        />
      )}
      <div className="row grow">
        {tel && (
          <a className="button orange big whole" href={tel}>
            {fill(text.call, { phone })}
          </a>
        )}
        {sms && (
          <a className="button" href={sms}>
            {text.text}
          </a>
        )}
        {email && (
          <a className="button" href={`mailto:${encodeURIComponent(email)}`}>
            {text.email}
          </a>
        )}
      </div>
    </>
  );
}

/** What else can be done with the request now. */
function Steps({ request }: { request: Opened }) {
  const { send, isBusy, now } = useDispatch();
  const { reference, state, taken, sameNetwork } = request;
  const isEnded = ['done', 'canceled', 'closed', 'erased'].includes(state);
  return (
    <>
      {!isEnded && (
        <fieldset>
          <legend>
            {text.onMyWay} <small>{text.onMyWayUnit}</small>
          </legend>
          <div className="seg">
            {etaMinutes.map((minutes) => (
              <ActionButton
                key={minutes}
                isBusy={isBusy}
                aria-pressed={state === 'on_the_way' && request.eta?.minutes === minutes}
                onClick={() =>
                  send(
                    { action: 'on_my_way', reference, minutes },
                    fill(words.did.on_my_way, { time: printClock(inMinutes(now, minutes)) }),
                  )
                }
              >
                {minutes}
              </ActionButton>
            ))}
          </div>
        </fieldset>
      )}
      <div className="row grow">
        {isEnded ? (
          <StepButton request={request} action="reopen" label={text.reopen} />
        ) : (
          <StepButton request={request} action="done" label={text.done} undo="reopen" />
        )}
        {!isEnded && taken && (
          <StepButton request={request} action="give_back" label={text.giveBack} undo="take" />
        )}
        {state !== 'erased' && <StepButton request={request} action="email_again" label={text.emailAgain} />}
        {!isEnded && (
          <StepButton request={request} action="not_a_customer" label={text.notCustomer} undo="reopen" />
        )}
      </div>
      {!isEnded && sameNetwork > 1 && (
        <ActionButton
          className="button"
          isBusy={isBusy}
          onClick={() =>
            send({ action: 'close_network', reference }, words.did.close_network, {
              action: 'reopen_network',
              reference,
            })
          }
        >
          {fill(text.closeNetwork, { count: sameNetwork })}
        </ActionButton>
      )}
    </>
  );
}

interface StepButtonProps {
  request: Opened;
  action: SimpleAction;
  label: string;
  undo?: SimpleAction;
  /** Classes. */
  look?: string;
}

function StepButton({ request: { reference }, action, label, undo, look = '' }: StepButtonProps) {
  const { send, isBusy } = useDispatch();
  return (
    <ActionButton
      className={`button ${look}`}
      isBusy={isBusy}
      onClick={() => send({ action, reference }, words.did[action], undo && { action: undo, reference })}
    >
      {label}
    </ActionButton>
  );
}

type SimpleAction = Exclude<
  Extract<OwnerAction, { reference: string }>['action'],
  'on_my_way' | 'erase' | 'close_network' | 'reopen_network'
>;

const inMinutes = (now: string, minutes: number) =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();
