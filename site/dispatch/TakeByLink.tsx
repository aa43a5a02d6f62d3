import { type FormEvent, useEffect, useState } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { ListedRequest } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { sentenceForLink } from './actions.tsx';
import { printTime } from './clock-times.ts';
import { DispatchHeader, isUntaken } from './DispatchHeader.tsx';
import type { DispatchClient } from './dispatch-client.ts';
import { FirstNameField } from './FirstNameField.tsx';
import { fill } from './fill.ts';
import { Place } from './RequestsView.tsx';

const { takeByLink: text } = words;

/** What the link of an alarm opens on a phone that isn't paired. */
export function TakeByLink({ token, client }: { token: string; client: DispatchClient }) {
  const [request, setRequest] = useState<ListedRequest>();
  const [error, setError] = useState('');
  const [isMine, setMine] = useState(false);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    client.takeByLink({ action: 'show_taken', take: token }).then(
      (answer) => setRequest(answer.request),
      (failure) => setError(sentenceForLink(failure, text.wrong, words.reload)),
    );
  }, [client, token]);

  async function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const by = String(new FormData(event.currentTarget).get('by') ?? '');
    setBusy(true);
    try {
      const answer = await client.takeByLink({ action: 'take_by_link', take: token, by });
      setRequest(answer.request);
      setMine(true);
      setError('');
    } catch (failure) {
      setError(sentenceForLink(failure, text.wrong));
    }
    setBusy(false);
  }

  return (
    <>
      <DispatchHeader />
      <main id="main" className="side narrow stack">
        {error && <p role="alert">{error}</p>}
        {!error && !request && <p role="status">{words.loading}</p>}
        {request && (
          <>
            <h1 className="title">
              {request.serviceName} <span className="reference">{request.reference}</span>
            </h1>
            <Place place={request.place} />
            <p>{request.message}</p>
            {request.tel && (
              <a className="button orange big whole" href={request.tel}>
                {fill(words.requests.call, { phone: request.phone })}
              </a>
            )}
            <p role="status">{takenSentence(request, isMine)}</p>
            {isUntaken(request) && (
              <form className="stack" onSubmit={take}>
                <FirstNameField id="taker" name="by" label={text.name} note={text.nameNote} />
                <ActionButton type="submit" className="button solid big whole" isBusy={isBusy}>
                  {words.requests.take}
                </ActionButton>
              </form>
            )}
          </>
        )}
      </main>
    </>
  );
}

function takenSentence({ taken }: ListedRequest, isMine: boolean): string {
  if (isMine) {
    return text.yours;
  }
  return taken
    ? fill(text.taken, {
        by: taken.by ?? words.states.somebody,
        time: printTime(taken.at, new Date().toISOString()),
      })
    : text.nobody;
}
