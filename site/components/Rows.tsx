import type { ReactNode } from 'react';
import style from './Rows.module.css';

interface Props {
  rows: { title: string; text: ReactNode }[];
}

/** Titles and their text, side by side on wide screens. */
export function Rows({ rows }: Props) {
  return (
    <dl className={style.rows}>
      {rows.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
