import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import style from './Claims.module.css';

/** The business's claims, and "24/7" if calls are always answered: figures above their labels. */
export function Claims({ language }: { language: Language }) {
  const { claims } = words[language];
  const { yearsOfExperience, clients, hoursSaved } = business.claims;
  const figures = [
    [yearsOfExperience, claims.years],
    [clients, claims.clients],
    [hoursSaved, claims.hours],
  ] as const;
  const shown = figures
    .filter(([figure]) => figure !== '')
    .map(([figure, label]) => [interpolate(claims.figure, { figure }), label]);
  if (claims.line) {
    shown.push(['24/7', claims.line]);
  }
  return (
    shown.length > 0 && (
      <section className={style.claims} aria-label={claims.label}>
        <dl className="panel">
          {shown.map(([figure, label]) => (
            <div key={label}>
              <dt>{figure}</dt> <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </section>
    )
  );
}
