import { type FormEvent, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { type Dashboard, maxShopHoursLines, type ShopHours } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoChange, useDispatchPage } from './actions.tsx';
import { interpolate } from './interpolate.ts';

const { shopHoursPage: shopHoursWords } = dispatchWords;
const newLine: ShopHours = { days: 'Mo-Fr', opens: '08:00', closes: '17:00' };

/** The view for the shop's hours. The emergency line has separate hours. */
export function ShopHoursView({ dashboard }: { dashboard: Dashboard }) {
  const { send, isBusy } = useDispatchPage();
  const [lines, setLines] = useState<ShopHours[]>(() => dashboard.site.shopHours);
  const change = (index: number, changes: Partial<ShopHours>) =>
    setLines(lines.map((line, place) => (place === index ? { ...line, ...changes } : line)));
  const save = (event: FormEvent) => {
    event.preventDefault();
    send(
      { action: 'shop_hours', lines, replaces: dashboard.site.shopHoursId },
      dispatchWords.confirmations.shop_hours,
      undoChange('shop_hours'),
    );
  };
  return (
    <form className="stack" onSubmit={save}>
      <p>
        <a className="back" href="#site">
          {dispatchWords.site.back}
        </a>
      </p>
      <h1 className="title">{shopHoursWords.title}</h1>
      <p>{shopHoursWords.intro}</p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no IDs, and their fields keep no state
        <fieldset key={index} className="panel hours">
          <legend className="unseen">{interpolate(shopHoursWords.line, { number: index + 1 })}</legend>
          <HoursLine line={line} index={index} onChange={(changes) => change(index, changes)} />
          <button
            type="button"
            className="button small"
            onClick={() => setLines(lines.filter((_, place) => place !== index))}
          >
            {shopHoursWords.remove}
          </button>
        </fieldset>
      ))}
      {lines.length < maxShopHoursLines && (
        <p>
          <button type="button" className="button" onClick={() => setLines([...lines, newLine])}>
            {shopHoursWords.add}
          </button>
        </p>
      )}
      <ActionButton type="submit" className="button solid big whole" isBusy={isBusy}>
        {lines.length > 0 ? shopHoursWords.save : shopHoursWords.none}
      </ActionButton>
    </form>
  );
}

interface LineProps {
  line: ShopHours;
  index: number;
  onChange(changes: Partial<ShopHours>): void;
}

function HoursLine({ line: { days, opens, closes }, index, onChange }: LineProps) {
  const [first = 'Mo', last = first] = days.split('-');
  return (
    <div className="two">
      <Day
        id={`first-${index}`}
        label={shopHoursWords.firstDay}
        value={first}
        onValueChange={(chosen) => onChange({ days: `${chosen}-${last}` })}
      />
      <Day
        id={`last-${index}`}
        label={shopHoursWords.lastDay}
        value={last}
        onValueChange={(chosen) => onChange({ days: `${first}-${chosen}` })}
      />
      <Time
        id={`opens-${index}`}
        label={shopHoursWords.opens}
        value={opens}
        onValueChange={(value) => onChange({ opens: value })}
      />
      <Time
        id={`closes-${index}`}
        label={shopHoursWords.closes}
        value={closes}
        onValueChange={(value) => onChange({ closes: value })}
      />
    </div>
  );
}

interface FieldProps {
  id: string;
  label: string;
  value: string;
  onValueChange(value: string): void;
}

function Day({ id, label, value, onValueChange }: FieldProps) {
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="control"
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      >
        {Object.entries(shopHoursWords.days).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Time({ id, label, value, onValueChange }: FieldProps) {
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="time"
        className="control"
        required
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      />
    </div>
  );
}
