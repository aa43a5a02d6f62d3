import type { ReactNode } from 'react';
import style from './Section.module.css';

interface Props {
  /** The anchor of the section, and the start of its heading's id. */
  id: string;
  heading: string;
  /** The level of the heading: 1 where the section is the page. */
  level?: 1 | 2;
  intro?: string;
  /** It begins below the first screen: the browser may lay it out after what is seen first. */
  deferred?: boolean;
  children: ReactNode;
}

/** A reading section: a numbered mile marker, a heading, an introduction, and what follows. */
export function Section({ id, heading, level = 2, intro, deferred, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <section
      id={id}
      className={deferred ? `${style.section} ${style.deferred}` : style.section}
      aria-labelledby={`${id}-heading`}
    >
      <Heading id={`${id}-heading`} className={style.heading}>
        {heading}
      </Heading>
      {intro && <p className={style.intro}>{intro}</p>}
      {children}
    </section>
  );
}
