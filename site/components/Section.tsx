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
  /** On asphalt, from edge to edge. */
  band?: boolean;
  children: ReactNode;
}

/** A reading section: a heading, an introduction, and what follows. Its mile post is drawn by after-paint.css. */
export function Section({ id, heading, level = 2, intro, deferred, band, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <section
      id={id}
      className={band ? `${style.section} ${style.band}` : style.section}
      // Taken away by lay-out-sections.ts, once the first paint is over.
      data-deferred={deferred ? '' : undefined}
      aria-labelledby={`${id}-heading`}
    >
      <Heading id={`${id}-heading`}>{heading}</Heading>
      {intro && <p className={style.intro}>{intro}</p>}
      {children}
    </section>
  );
}
