import type { ReactNode } from 'react';
import style from './Button.module.css';

interface Props {
  href: string;
  children: ReactNode;
}

/** A link that looks like a button. As a link, it works without scripts and can be opened in a new tab. */
export function Button({ href, children }: Props) {
  return (
    <a href={href} className={style.button}>
      {children}
    </a>
  );
}
