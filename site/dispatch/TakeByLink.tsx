import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import type { LinkedRequest } from '../../contract/dispatch.ts';
import { isUntaken } from '../../contract/is-untaken.ts';
import { ActionButton } from './ActionButton.tsx';
import { describeLinkError } from './actions.tsx';
import { createRandomHex } from './create-random-hex.ts';
import { DispatchHeader } from './DispatchHeader.tsx';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';
import { FirstNameField } from './FirstNameField.tsx';
import { interpolate } from './interpolate.ts';
import { facts } from './page-facts.ts';
import { PlaceLine } from './RequestsView.tsx';
import { describeProgress, getTokenReference } from './request-text.ts';

const { takeByLink: takeByLinkWords } = dispatchWords;

/** The page behind an alarm's link on a phone that isn't paired. */
export function TakeByLink({ token, client }: { token: string; client: DispatchClient }) {
  const [request, setRequest] = useState<LinkedRequest>();
  const [error, setError] = useState('');
  const [isMine, setMine] = useState(false);
  const [retryKey] = useState(createRandomHex);
  const [isBusy, setBusy] = useState(false);

  const show = useCallback(() => {
    setError('');
    client.callAlarmLink({ action: 'show_request', take: token }).then(
      (response) => setRequest(response.request),
      (failure) => setError(describeLinkError(failure, takeByLinkWords.wrong, takeByLinkWords.nothingKnown)),
    );
  }, [client, token]);

  useEffect(show, [show]);

  async function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const by = String(new FormData(event.currentTarget).get('by') ?? '');
    setBusy(true);
    try {
      const response = await client.callAlarmLink({ action: 'take_by_link', take: token, by, retryKey });
      setRequest(response.request);
      setMine(true);
      setError('');
    } catch (failure) {
      const current = failure instanceof DispatchError ? failure.current : {};
      if (request && current.state) {
        setRequest({ ...request, ...current });
        setError('');
      } else {
        setError(describeLinkError(failure, takeByLinkWords.wrong));
      }
    }
    setBusy(false);
  }

  return (
    <>
      <DispatchHeader isAlwaysAnswered={facts.isAlwaysAnswered} />
      <main id="main" className="side narrow stack">
        {!request && (
          <h1 className="title">
            {error === takeByLinkWords.wrong
              ? takeByLinkWords.wrongTitle
              : interpolate(takeByLinkWords.title, { reference: getTokenReference(token) })}
          </h1>
        )}
        {error && <p role="alert">{error}</p>}
        {!error && !request && <p role="status">{dispatchWords.loading}</p>}
        {error && !request && error !== takeByLinkWords.wrong && (
          <button type="button" className="button solid big whole" onClick={show}>
            {takeByLinkWords.tryAgain}
          </button>
        )}
        {request && (
          <>
            <h1 className="title">
              {request.serviceName} <span className="reference">{request.reference}</span>
            </h1>
            <PlaceLine place={request.place} />
            <p>{request.message}</p>
            {request.tel && (
              <a className="button orange big whole" href={request.tel}>
                {interpolate(dispatchWords.requests.call, { phone: request.phone })}
              </a>
            )}
            <p role="status">{describeTaker(request, isMine)}</p>
            {isUntaken(request) && (
              <form className="stack" onSubmit={take}>
                <FirstNameField
                  id="taker"
                  name="by"
                  label={takeByLinkWords.name}
                  note={takeByLinkWords.nameNote}
                />
                <ActionButton type="submit" className="button solid big whole" isBusy={isBusy}>
                  {dispatchWords.requests.take}
                </ActionButton>
              </form>
            )}
          </>
        )}
      </main>
    </>
  );
}

function describeTaker(request: LinkedRequest, isMine: boolean): string {
  if (isMine) {
    return takeByLinkWords.yours;
  }
  return isUntaken(request) ? takeByLinkWords.nobody : describeProgress(request, new Date().toISOString());
}
