import type { ReactNode } from 'react';
import { business } from '../../content/business.ts';
import style from './Section.module.css';

interface Props {
  /** The section's anchor, and the prefix of its heading's id. */
  id: string;
  heading: string;
  /** The heading level. It is 1 if the section has the page's headline. */
  level?: 1 | 2;
  intro?: string | undefined;
  /** A picture behind the heading, in full width. */
  scene?: ReactNode;
  /** Whether the section has a background of full-width asphalt. */
  band?: boolean;
  children: ReactNode;
}

/** A section with a heading, contents, and sometimes an introduction. */
export function Section({ id, heading, level = 2, intro, scene, band, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <section
      id={id}
      className={band ? `${style.section} ${style.band}` : style.section}
      aria-labelledby={`${id}-heading`}
    >
      {scene}
      <Heading id={`${id}-heading`} data-named={heading.includes(business.name) ? heading : undefined}>
        {heading}
      </Heading>
      {intro && <p className={style.intro}>{intro}</p>}
      {children}
    </section>
  );
}
