import { useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { describeError } from './actions.tsx';
import { DispatchHeader } from './DispatchHeader.tsx';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';
import { facts } from './page-facts.ts';

const { pairing: pairingWords } = dispatchWords;

interface Props {
  client: DispatchClient;
  /** Whether this page had a key and learned that the phone was removed. */
  wasRemoved: boolean;
  /** Whether we learned of the removal from a rejected action. */
  wasRejected: boolean;
}

/** The page on a phone without a key. It explains pairing, and has the phone number in case a driver finds the page. */
export function Unpaired({ client, wasRemoved, wasRejected }: Props) {
  const [status, setStatus] = useState('');

  async function emailLink() {
    try {
      await client.emailLink();
      setStatus(pairingWords.emailSent);
    } catch (failure) {
      setStatus(
        failure instanceof DispatchError
          ? describeError(failure, new Date().toISOString())
          : dispatchWords.failed.other,
      );
    }
  }

  return (
    <>
      <DispatchHeader isAlwaysAnswered={facts.isAlwaysAnswered} />
      <main id="main" className="side narrow stack">
        <h1 className="title">{wasRemoved ? pairingWords.removedTitle : pairingWords.unpairedTitle}</h1>
        {wasRejected && <p role="alert">{pairingWords.nothingDone}</p>}
        <p>{pairingWords.unpairedText}</p>
        <h2 className="group">{pairingWords.how}</h2>
        <p>{pairingWords.ask}</p>
        <button type="button" className="button solid big whole" onClick={emailLink}>
          {pairingWords.emailLink}
        </button>
        <p className="note">{pairingWords.emailNote}</p>
        <p role="status">{status}</p>
        <div className="panel call-us">
          <p>{pairingWords.broken}</p>
          <a className="button orange big whole" href={facts.callLink}>
            {facts.phone}
          </a>
        </div>
      </main>
    </>
  );
}
