import type { ReactNode } from 'react';
import style from './Button.module.css';

interface Props {
  href: string;
  /** The orange one: only one large one in view at a time. */
  primary?: boolean;
  children: ReactNode;
}

/** A link that looks like a button: it works before any script and in a new tab. */
export function Button({ href, primary, children }: Props) {
  return (
    <a
      href={href}
      className={primary ? `${style.button} ${style.primary}` : style.button}
      // Like a large call link: while it is in view, the header's is not orange.
      data-call={primary ? '' : undefined}
    >
      {children}
    </a>
  );
}
