import type { ReactNode } from 'react';
import { type FieldName, getField } from '../../contract/contact-fields.ts';
import style from './Field.module.css';
import type { FormWords } from './load-words.ts';

interface Props {
  name: FieldName;
  words: FormWords['form'];
  error: string | undefined;
  /** Whether the visitor can't change the value now. See `isLocked` in form-state.ts. */
  isLocked: boolean;
  /** Content below the control. */
  children?: ReactNode;
}

/** The ID of the sentence that says which fields are required. */
export const introId = 'contact-intro';

/** The markup that all contact fields share: label, error, control, and the IDs that connect them. */
export function Field({ name, words, error, isLocked, children }: Props) {
  const { control, type, options, autocomplete, required, rows } = getField(name);
  const id = `contact-${name}`;
  const labelId = `${id}-label`;
  const errorId = `${id}-error`;
  const shared = {
    id,
    name,
    required,
    className: style.control,
    // The browser takes the text direction from the visitor's text.
    dir: 'auto',
    // Without this attribute, Firefox calls a required field invalid from the start.
    'aria-invalid': Boolean(error),
    // The error is part of the name, not a description. Users can turn descriptions off, and in Chromium, Orca reads
    // a newly added description twice.
    'aria-labelledby': error ? `${labelId} ${errorId}` : undefined,
  };
  const placeholder = words.placeholders[name as keyof typeof words.placeholders];
  return (
    <div className={style.field}>
      <label id={labelId} htmlFor={id}>
        {words.labels[name]}
      </label>
      {/* This wrapper is always there, because React couldn't insert it before a control that an add-on wrapped. */}
      <div className={style.error}>
        {error && (
          <p id={errorId} className="field-error">
            {error}
          </p>
        )}
      </div>
      {control === 'textarea' && (
        <textarea rows={rows} placeholder={placeholder} readOnly={isLocked} {...shared} />
      )}
      {control === 'select' && (
        // Before hydration, a link may have selected a service and marked it on this element (chosen-service.ts).
        // Orca doesn't say that a select is required, so the intro describes the select.
        <select
          defaultValue=""
          disabled={isLocked}
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
      {control === 'input' && (
        <input type={type} autoComplete={autocomplete} readOnly={isLocked} {...shared} />
      )}
      {children}
    </div>
  );
}
