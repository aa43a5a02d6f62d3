import type { ReactNode } from 'react';
import { type FieldName, fieldOf } from '../../contract/contact-fields.ts';
import style from './Field.module.css';
import type { FormWords } from './form-words.ts';

interface Props {
  name: FieldName;
  words: FormWords['form'];
  /** The error message, if any. */
  error: string | undefined;
  /** Visible lines of a textarea; overrides the default. */
  rows?: number | undefined;
  /** Shown between the label and the control, and below the control. */
  above?: ReactNode;
  below?: ReactNode;
}

/** The markup every field shares: label, error, control, and the ids that connect them. */
export function Field({ name, words, error, rows, above, below }: Props) {
  const { control, type, options, autocomplete, required, rows: usualRows } = fieldOf(name);
  const id = `contact-${name}`;
  const errorId = `${id}-error`;
  const shared = {
    id,
    name,
    required,
    className: style.control,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
  };
  const placeholder = words.placeholders[name as keyof typeof words.placeholders];
  return (
    <div className={style.field}>
      <label htmlFor={id}>{words.labels[name]}</label>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      {above}
      {control === 'textarea' && <textarea rows={rows ?? usualRows} placeholder={placeholder} {...shared} />}
      {control === 'select' && (
        // A link may have chosen a service, and marked it here, before React arrives (chosen-service.ts).
        <select defaultValue="" suppressHydrationWarning {...shared}>
          <option value="">{placeholder}</option>
          {options?.map((value) => (
            <option key={value} value={value}>
              {words.services[value as keyof typeof words.services]}
            </option>
          ))}
        </select>
      )}
      {control === 'input' && <input type={type} autoComplete={autocomplete} {...shared} />}
      {below}
    </div>
  );
}
