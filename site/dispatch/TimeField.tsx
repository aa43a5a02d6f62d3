interface Props {
  id: string;
  label: string;
  value: string;
  onValueChange(value: string): void;
  /** Explains the meaning of an empty field. */
  note?: string;
}

/**
 * A field for a date and a time of day in the business's time zone. The field is inside a group, because Firefox splits
 * the field into six parts, and Orca reads only the names of those parts.
 */
export function TimeField({ id, label, value, onValueChange, note }: Props) {
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
        onChange={({ target }) => onValueChange(target.value)}
      />
    </fieldset>
  );
}
