interface Props {
  id: string;
  label: string;
  value: string;
  onValue(value: string): void;
  /** What an empty field means. */
  note?: string;
}

/** A day and a time of day in the business's time zone. */
export function TimeField({ id, label, value, onValue, note }: Props) {
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label} {note && value === '' && <small>{note}</small>}
      </label>
      <input
        id={id}
        type="datetime-local"
        className="control"
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </div>
  );
}
