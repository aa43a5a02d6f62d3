import { type FormEvent, useState } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import { type Dashboard, dispatchLimits, type OnCall } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoChange, useDispatchPage } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { interpolate } from './interpolate.ts';

const { onCallPage: text } = words;

/** The phones in the owner's order. Moving a phone, or turning it on or off, saves the order immediately. */
export function OnCallOrder({ dashboard }: { dashboard: Dashboard }) {
  const { send } = useDispatchPage();
  const { onCall, onCallId, firstUntil } = dashboard.site;
  const save = (order: OnCall[]) =>
    send({ action: 'on_call', order, replaces: onCallId }, words.did.on_call, undoChange('on_call'));
  const move = (from: number, to: number) => {
    const order = [...onCall];
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
              save(onCall.map((other) => (other === entry ? { ...entry, isOff: !entry.isOff } : other)))
            }
          />
        ))}
      </ol>
      <Names onCall={onCall} onSave={save} />
    </>
  );
}

interface PhoneProps {
  entry: OnCall;
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
    isOff ? text.off : '',
    firstUntil ? interpolate(text.first, { time: formatTime(firstUntil, now) }) : '',
  ];
  const moveButtons = [
    { sign: '↑', name: text.up, onPress: onUp },
    { sign: '↓', name: text.down, onPress: onDown },
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
          aria-label={`${isOff ? text.turnOn : text.turnOff}: ${label}`}
          onClick={onToggle}
        >
          {isOff ? text.turnOn : text.turnOff}
        </ActionButton>
      </div>
    </li>
  );
}

/** A form for the phones' names. Without a name, a phone that isn't paired appears as "Phone 2 (…/ben)". */
function Names({ onCall, onSave }: { onCall: OnCall[]; onSave(order: OnCall[]): void }) {
  const { isBusy } = useDispatchPage();
  const [labels, setLabels] = useState(() => onCall.map(({ label }) => label));
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(onCall.map((entry, index) => ({ ...entry, label: labels[index] ?? entry.label })));
  };
  return (
    <details>
      <summary className="button">{text.names}</summary>
      <form className="stack" onSubmit={save}>
        {onCall.map(({ recipient }, index) => (
          <div key={recipient}>
            <label className="label" htmlFor={`name-${index}`}>
              {interpolate(text.name, { recipient })}
            </label>
            <input
              id={`name-${index}`}
              className="control"
              required
              maxLength={dispatchLimits.label}
              value={labels[index] ?? ''}
              onChange={({ target }) =>
                setLabels(labels.map((label, place) => (place === index ? target.value : label)))
              }
            />
          </div>
        ))}
        <ActionButton type="submit" className="button" isBusy={isBusy}>
          {text.save}
        </ActionButton>
      </form>
    </details>
  );
}
