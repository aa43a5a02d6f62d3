import { type FormEvent, useEffect, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { describeLinkError } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { createRandomHex } from './create-random-hex.ts';
import { DeviceFields, readDeviceFields } from './DeviceFields.tsx';
import { DispatchHeader } from './DispatchHeader.tsx';
import type { DispatchClient } from './dispatch-client.ts';
import { canStoreKey } from './dispatch-key.ts';
import { interpolate } from './interpolate.ts';
import { facts } from './page-facts.ts';

const { pairing: pairingWords } = dispatchWords;

interface Props {
  token: string;
  client: DispatchClient;
  /** Called with this phone's key. Throws if the browser doesn't store it. */
  onPaired(key: string): void;
}

/** The page behind a pairing link. Only its button uses up the link, because previews and scanners also open links. */
export function PairThisPhone({ token, client, onPaired }: Props) {
  const [link, setLink] = useState<{ expiresAt: string; recipients: string[] }>();
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  // The response to a press may be lost. The key then shows that the next press is from the same phone.
  const [retryKey] = useState(createRandomHex);

  useEffect(() => {
    client
      .checkLink(token)
      .then(setLink, (failure) =>
        setError(describeLinkError(failure, pairingWords.expired, dispatchWords.reload)),
      );
  }, [client, token]);

  async function pair(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const details = readDeviceFields(event.currentTarget);
    // Otherwise, the server would pair a phone that then loses its key.
    if (!canStoreKey()) {
      setError(pairingWords.noStorage);
      return;
    }
    setBusy(true);
    try {
      const { key } = await client.pair({ token, retryKey, ...details });
      onPaired(key);
    } catch (failure) {
      setError(describeLinkError(failure, pairingWords.expired));
      setBusy(false);
    }
  }

  return (
    <>
      <DispatchHeader isAlwaysAnswered={facts.isAlwaysAnswered} />
      <main id="main" className="side narrow">
        <form className="stack" onSubmit={pair}>
          <h1 className="title">{pairingWords.pairTitle}</h1>
          <p>{pairingWords.pairText}</p>
          {error && <p role="alert">{error}</p>}
          {error === pairingWords.expired && (
            <a className="button whole" href="#requests">
              {pairingWords.newLinkHow}
            </a>
          )}
          {link && (
            <>
              <p className="note">{pairingWords.homeScreen}</p>
              <DeviceFields recipients={link.recipients} />
              <ActionButton type="submit" className="button solid big whole" isBusy={isBusy}>
                {pairingWords.pair}
              </ActionButton>
              <p className="note">
                {interpolate(pairingWords.keyNote, {
                  time: formatTime(link.expiresAt, new Date().toISOString()),
                })}
              </p>
            </>
          )}
        </form>
      </main>
    </>
  );
}
