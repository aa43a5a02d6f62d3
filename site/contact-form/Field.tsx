import type { ReactNode } from 'react';
import { type FieldName, fieldOf } from '../../contract/contact-fields.ts';
import style from './Field.module.css';
import type { FormWords } from './load-words.ts';

interface Props {
  name: FieldName;
  words: FormWords['form'];
  /** The error message, if any. */
  error: string | undefined;
  /** Read-only, while its value is being sent. */
  locked: boolean;
  /** What follows the control. */
  children?: ReactNode;
}

/** The id of the sentence that says which fields are required. */
export const introId = 'contact-intro';

/** The markup every field shares: label, error, control, and the ids that connect them. */
export function Field({ name, words, error, locked, children }: Props) {
  const { control, type, options, autocomplete, required, rows } = fieldOf(name);
  const id = `contact-${name}`;
  const labelId = `${id}-label`;
  const errorId = `${id}-error`;
  const shared = {
    id,
    name,
    required,
    className: style.control,
    // Written in the visitor's own direction.
    dir: 'auto',
    // Firefox calls a required field invalid from the start if this is absent.
    'aria-invalid': Boolean(error),
    // Part of the name, not a description: those can be switched off, and Orca reads one that is new to a field
    // in Chromium twice.
    'aria-labelledby': error ? `${labelId} ${errorId}` : undefined,
  };
  const placeholder = words.placeholders[name as keyof typeof words.placeholders];
  return (
    <div className={style.field}>
      <label id={labelId} htmlFor={id}>
        {words.labels[name]}
      </label>
      {/* An element of its own: React could not insert it before a control that an add-on has wrapped. */}
      <div className={style.error}>
        {error && (
          <p id={errorId} className="field-error">
            {error}
          </p>
        )}
      </div>
      {control === 'textarea' && (
        <textarea rows={rows} placeholder={placeholder} readOnly={locked} {...shared} />
      )}
      {control === 'select' && (
        // A link may have chosen a service, and marked it here, before React arrives (chosen-service.ts).
        // Orca doesn't say that a select is required.
        <select
          defaultValue=""
          disabled={locked}
          suppressHydrationWarning
          aria-describedby={required ? introId : undefined}
          {...shared}
        >
          <option value="">{placeholder}</option>
          {options?.map((value) => (
            <option key={value} value={value}>
              {words.services[value as keyof typeof words.services]}
            </option>
          ))}
        </select>
      )}
      {control === 'input' && <input type={type} autoComplete={autocomplete} readOnly={locked} {...shared} />}
      {children}
    </div>
  );
}
