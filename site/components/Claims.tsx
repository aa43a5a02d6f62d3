import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import style from './Claims.module.css';

/** Letters of a figure that fit beside its label. */
const mostBeside = 5;

interface Props {
  language: Language;
  /** Whether to include the emergency line's hours. */
  line?: boolean;
}

/** The business's claims as one flat strip: green signs are for places. */
export function Claims({ language, line }: Props) {
  const { claims } = words[language];
  const { yearsOfExperience, clients, hoursSaved } = business.claims;
  const figures = [
    ...[
      { figure: yearsOfExperience, label: claims.years },
      { figure: clients, label: claims.clients },
      { figure: hoursSaved, label: claims.hours },
    ]
      .filter(({ figure }) => figure !== '')
      .map(({ figure, label }) => ({ figure: interpolate(claims.figure, { figure }), label })),
    ...(line ? [{ figure: '24/7', label: claims.line }] : []),
  ];
  return (
    <section className={style.claims} aria-label={claims.label}>
      <dl>
        {figures.map(({ figure, label }) => (
          <div key={label} className={figure.length > mostBeside ? style.long : undefined}>
            <dt>{withSlash(figure)}</dt> <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function withSlash(figure: string) {
  const [before, after] = figure.split('/');
  return after === undefined ? (
    before
  ) : (
    <>
      <span className={style.heard}>{figure}</span>
      <span aria-hidden="true">
        {before}
        <span className={style.slash}>/</span>
        {after}
      </span>
    </>
  );
}
