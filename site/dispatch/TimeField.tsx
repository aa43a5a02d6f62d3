interface Props {
  id: string;
  label: string;
  value: string;
  onValue(value: string): void;
  /** What an empty field means. */
  note?: string;
}

/**
 * A day and a time of day in the business's time zone. A group, because Firefox splits the field into six, of which Orca
 * names only the parts.
 */
export function TimeField({ id, label, value, onValue, note }: Props) {
  return (
    <fieldset aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} className="label" htmlFor={id}>
        {label} {note && value === '' && <small>{note}</small>}
      </label>
      <input
        id={id}
        type="datetime-local"
        className="control"
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </fieldset>
  );
}
