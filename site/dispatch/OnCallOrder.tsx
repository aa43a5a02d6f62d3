import { type FormEvent, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import {
  type Dashboard,
  dispatchLimits,
  type OnCallEntry,
  type OnCallRecipient,
} from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoChange, useDispatchPage } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { interpolate } from './interpolate.ts';

const { onCallPage: onCallWords } = dispatchWords;

/** The phones in the owner's order. Moving a phone, or turning it on or off, saves the order immediately. */
export function OnCallOrder({ dashboard }: { dashboard: Dashboard }) {
  const { send } = useDispatchPage();
  const { onCall, onCallId, firstUntil } = dashboard.site;
  const save = (order: OnCallEntry[]) =>
    send(
      { action: 'on_call', order, replaces: onCallId },
      dispatchWords.confirmations.on_call,
      undoChange('on_call'),
    );
  const withoutNames = onCall.map((entry) => ({ ...entry, label: undefined }));
  const move = (from: number, to: number) => {
    const order = [...withoutNames];
    order.splice(to, 0, ...order.splice(from, 1));
    save(order);
  };
  return (
    <>
      <ol className="order">
        {onCall.map((entry, index) => (
          <Phone
            key={entry.recipient}
            entry={entry}
            firstUntil={firstUntil?.recipient === entry.recipient ? firstUntil.until : undefined}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < onCall.length - 1 ? () => move(index, index + 1) : undefined}
            onToggle={() =>
              save(withoutNames.map((one, place) => (place === index ? { ...one, isOff: !one.isOff } : one)))
            }
          />
        ))}
      </ol>
      <Names recipients={onCall} onSave={save} />
    </>
  );
}

interface PhoneProps {
  entry: OnCallRecipient;
  /** The end of "I'm on until" if this phone is first because of it. */
  firstUntil: string | undefined;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onToggle(): void;
}

function Phone({ entry: { recipient, label, isOff }, firstUntil, onUp, onDown, onToggle }: PhoneProps) {
  const { now, isBusy } = useDispatchPage();
  const notes = [
    label === recipient ? '' : recipient,
    isOff ? onCallWords.off : '',
    firstUntil ? interpolate(onCallWords.first, { time: formatTime(firstUntil, now) }) : '',
  ];
  const moveButtons = [
    { sign: '↑', name: onCallWords.up, onPress: onUp },
    { sign: '↓', name: onCallWords.down, onPress: onDown },
  ];
  return (
    <li className={isOff ? 'off' : undefined}>
      <div>
        <b>{label}</b>
        <span>{notes.filter(Boolean).join('. ')}</span>
      </div>
      <div className="row">
        {moveButtons.map(
          ({ sign, name, onPress }) =>
            onPress && (
              <ActionButton
                key={sign}
                className="button icon"
                isBusy={isBusy}
                aria-label={interpolate(name, { label })}
                onClick={onPress}
              >
                {sign}
              </ActionButton>
            ),
        )}
        <ActionButton
          className="button small"
          isBusy={isBusy}
          aria-label={`${isOff ? onCallWords.turnOn : onCallWords.turnOff}: ${label}`}
          onClick={onToggle}
        >
          {isOff ? onCallWords.turnOn : onCallWords.turnOff}
        </ActionButton>
      </div>
    </li>
  );
}

interface NamesProps {
  recipients: OnCallRecipient[];
  onSave(order: OnCallEntry[]): void;
}

/** A form for the phones' names. Without a name, a phone that isn't paired appears as "Phone 2 (…/ben)". */
function Names({ recipients, onSave }: NamesProps) {
  const { isBusy } = useDispatchPage();
  // The server must store only typed names, because a phone's user may change the first name under Health.
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({});
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(recipients.map((entry) => ({ ...entry, label: typed[entry.recipient] })));
  };
  return (
    <details>
      <summary className="button">{onCallWords.names}</summary>
      <form className="stack" onSubmit={save}>
        {recipients.map(({ recipient, label }, index) => (
          <div key={recipient}>
            <label className="label" htmlFor={`name-${index}`}>
              {interpolate(onCallWords.name, { recipient })}
            </label>
            <input
              id={`name-${index}`}
              className="control"
              required
              maxLength={dispatchLimits.label}
              value={typed[recipient] ?? label}
              onChange={({ target }) => setTyped({ ...typed, [recipient]: target.value })}
            />
          </div>
        ))}
        <ActionButton type="submit" className="button" isBusy={isBusy}>
          {onCallWords.save}
        </ActionButton>
      </form>
    </details>
  );
}
