import { useEffect, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard, RequestDetails } from '../../contract/dispatch.ts';
import { isUntaken } from '../../contract/is-untaken.ts';
import { describeReadError, useDispatchPage } from './actions.tsx';
import { formatDay, formatTime } from './clock-times.ts';
import { DispatchError } from './dispatch-client.ts';
import { EraseRequest } from './EraseRequest.tsx';
import { interpolate } from './interpolate.ts';
import { OnMyWay, OtherActions, TakeAndContact } from './RequestActions.tsx';
import { PlaceLine } from './RequestsView.tsx';
import { describeProgress, getLanguageName, isMapLink } from './request-text.ts';

const { requests: requestWords } = dispatchWords;

interface Props {
  dashboard: Dashboard;
  reference: string;
}

/**
 * A request with all its details. The request is loaded again whenever its entry on the dashboard changes, or every ten
 * seconds if the dashboard doesn't list it.
 */
export function RequestView({ dashboard, reference }: Props) {
  const { client, now } = useDispatchPage();
  const [opened, setOpened] = useState<RequestDetails>();
  const [error, setError] = useState<DispatchError>();
  const listEntryJson = JSON.stringify(
    [...dashboard.open, ...dashboard.ended].find((request) => request.reference === reference),
  );

  // The dashboard doesn't list every open request.
  const shouldPoll = error ? error.code !== 'not_found' : listEntryJson === undefined;
  // `now` changes at least every 10 s, so each change triggers the effect again.
  const pollTrigger = shouldPoll ? now : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: `listEntryJson` and `pollTrigger` only trigger the effect
  useEffect(() => {
    let isCurrent = true;
    client.readRequest(reference).then(
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
  }, [client, reference, listEntryJson, pollTrigger]);

  return (
    <div className="stack">
      <p>
        <a className="back" href="#requests">
          {requestWords.back}
        </a>
      </p>
      {error && <p role="alert">{describeReadError(error, now, dispatchWords.triesAgain)}</p>}
      {opened ? (
        <Details request={opened} firstName={dashboard.me.firstName} />
      ) : (
        !error && <p>{dispatchWords.loading}</p>
      )}
    </div>
  );
}

interface DetailsProps {
  request: RequestDetails;
  /** The first name of this phone's owner. */
  firstName: string;
}

function Details({ request, firstName }: DetailsProps) {
  const { now } = useDispatchPage();
  const { reference, language, message, name, phone, email, deletedOn } = request;
  const about = [
    interpolate(requestWords.sent, { time: formatTime(request.receivedAt, now) }),
    interpolate(requestWords.writesIn, { language: getLanguageName(language) }),
    request.isPossibleSpam ? `${requestWords.spam}.` : '',
  ];
  const quote = (
    <p className="quote" dir="auto">
      {message}
    </p>
  );
  const facts = [
    [requestWords.name, name],
    [requestWords.phoneLabel, phone],
    [requestWords.emailLabel, email],
    [requestWords.deletedOn, deletedOn && formatDay(deletedOn)],
  ];
  return (
    <>
      <h1 className="title">
        {request.serviceName} <span className="reference">{reference}</span>
      </h1>
      <p className="note">
        {about.filter(Boolean).join(' ')} <b>{describeProgress(request, now)}</b>
      </p>
      <PlaceLine place={request.place} map={request.map} />
      {!request.map && !isMapLink(request.place) && request.state !== 'erased' && (
        <p className="note">{requestWords.noPosition}</p>
      )}
      <TakeAndContact request={request} />
      {/* The message matters most until someone is handling the request. Afterward, the arrival time does. */}
      {isUntaken(request) && quote}
      <OnMyWay request={request} firstName={firstName} />
      {!isUntaken(request) && quote}
      <OtherActions request={request} />
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
      <EraseRequest request={request} />
    </>
  );
}
