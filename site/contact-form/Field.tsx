import type { ReactNode } from 'react';
import type { FieldName } from '../../contract/contact-fields.ts';
import style from './Field.module.css';

/** What ties a control to its label and its error; spread onto the control. */
export interface ControlProps {
  id: string;
  name: FieldName;
  required: true;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface Props {
  name: FieldName;
  label: string;
  /** What is wrong and what to do, if anything is. */
  error: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** The anatomy every field shares: label, error, control, and the ids that tie them. */
export function Field({ name, label, error, children }: Props) {
  const id = `contact-${name}`;
  const errorId = `${id}-error`;
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      {error && (
        <p id={errorId} className={style.error}>
          {error}
        </p>
      )}
      {children({
        id,
        name,
        required: true,
        className: style.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? errorId : undefined,
      })}
    </div>
  );
}
