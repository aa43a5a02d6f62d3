import { dispatchLimits } from '../../contract/dispatch.ts';

interface Props {
  id: string;
  name: string;
  label: string;
  /** Explains who sees the name. */
  note: string;
  defaultValue?: string | undefined;
}

/** The field for the first name that drivers see once someone is handling their request. */
export function FirstNameField({ id, name, label, note, defaultValue }: Props) {
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label} <small>{note}</small>
      </label>
      <input
        id={id}
        name={name}
        className="control"
        autoComplete="given-name"
        maxLength={dispatchLimits.firstName}
        defaultValue={defaultValue}
      />
    </div>
  );
}
