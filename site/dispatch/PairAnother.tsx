import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { type Device, dispatchPagePath, pairingLinkLifetime } from '../../contract/dispatch.ts';
import { describeError, useDispatchPage } from './actions.tsx';
import { DispatchError } from './dispatch-client.ts';
import { interpolate } from './interpolate.ts';

const { pairing: pairingWords } = dispatchWords;

/** Shows a one-time link for another phone, as a QR code and a button to send it, until a phone is paired. */
export function PairAnother({ devices }: { devices: readonly Device[] }) {
  const [pairedBefore] = useState(() => devices.map(({ id }) => id));
  const paired = devices.find(({ id }) => !pairedBefore.includes(id));
  return (
    <>
      <p role="status" className="unseen">
        {paired && interpolate(pairingWords.pairedTitle, { name: paired.name })}
      </p>
      {paired ? <NowPaired name={paired.name} /> : <PairingLink />}
    </>
  );
}

function NowPaired({ name }: { name: string }) {
  return (
    <div className="stack pairing">
      <h1 className="title">{interpolate(pairingWords.pairedTitle, { name })}</h1>
      <p>{pairingWords.pairedText}</p>
      <a className="button solid big whole" href="#health">
        {pairingWords.done}
      </a>
    </div>
  );
}

function PairingLink() {
  const { client, now, say } = useDispatchPage();
  const [link, setLink] = useState<{ url: string; made: number }>();
  const [error, setError] = useState('');
  const [remainingTime, setRemainingTime] = useState(pairingLinkLifetime);

  async function make() {
    setError('');
    try {
      const { token } = await client.makeLink();
      setLink({ url: `${location.origin}${dispatchPagePath}#pair=${token}`, made: performance.now() });
      setRemainingTime(pairingLinkLifetime);
    } catch (failure) {
      setError(failure instanceof DispatchError ? describeError(failure, now) : dispatchWords.failed.other);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one link for each visit of this view
  useEffect(() => {
    make();
  }, []);

  useEffect(() => {
    const timer = setInterval(() => {
      setRemainingTime(link ? pairingLinkLifetime - (performance.now() - link.made) : pairingLinkLifetime);
    }, 1_000);
    return () => clearInterval(timer);
  }, [link]);

  async function send(url: string) {
    try {
      if (navigator.share) {
        await navigator.share({ url });
      } else {
        await navigator.clipboard.writeText(url);
        say(dispatchWords.confirmations.link_copied);
      }
    } catch (failure) {
      // Closing the phone's share sheet isn't a failure.
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) {
        say(url);
      }
    }
  }

  const isOver = remainingTime <= 0;
  return (
    <div className="stack pairing">
      <h1 className="title">{pairingWords.anotherTitle}</h1>
      {error ? <p role="alert">{error}</p> : <p>{link ? pairingWords.anotherText : dispatchWords.loading}</p>}
      {link && !isOver && <QrCode url={link.url} />}
      {link && (
        <p role="timer" aria-live="off">
          {isOver
            ? pairingWords.over
            : interpolate(pairingWords.remainingTime, { time: formatRemainingTime(remainingTime) })}
        </p>
      )}
      <div className="row grow">
        {link && !isOver ? (
          <button type="button" className="button" onClick={() => send(link.url)}>
            {pairingWords.send}
          </button>
        ) : (
          <button type="button" className="button" onClick={make}>
            {pairingWords.newLink}
          </button>
        )}
        <a className="button" href="#health">
          {pairingWords.cancel}
        </a>
      </div>
    </div>
  );
}

/** Returns minutes and seconds, like "14:32". */
function formatRemainingTime(time: number): string {
  const seconds = Math.max(0, Math.ceil(time / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A QR code, drawn from the matrix because Trusted Types forbid inserting an SVG as text. */
function QrCode({ url }: { url: string }) {
  const { data, size } = encode(url, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <div className="qr">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={pairingWords.qr}
        shapeRendering="crispEdges"
      >
        <path d={squares.join('')} />
      </svg>
    </div>
  );
}
