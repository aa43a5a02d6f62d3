import type { ReactNode } from 'react';
import { type FieldName, fieldOf } from '../../contract/contact-fields.ts';
import style from './Field.module.css';
import type { FormWords } from './form-words.ts';

interface Props {
  name: FieldName;
  words: FormWords['form'];
  /** What is wrong and what to do, if anything is. */
  error: string | undefined;
  /** The lines a textarea shows, where they are more than usual. */
  rows?: number | undefined;
  /** Between the label and the control, or below it. */
  above?: ReactNode;
  below?: ReactNode;
}

/** The anatomy every field shares: label, error, control, and the ids that tie them. */
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
        <select defaultValue="" {...shared}>
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
