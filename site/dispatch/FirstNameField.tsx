import { dispatchLimits } from '../../contract/dispatch.ts';

interface Props {
  id: string;
  name: string;
  label: string;
  /** Who sees the name. */
  note: string;
  defaultValue?: string | undefined;
}

/** The first name that drivers see once somebody has taken their request. */
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
