import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import style from './Claims.module.css';

/** The business's claims and the emergency line's hours, as figures above their labels. */
export function Claims({ language }: { language: Language }) {
  const { claims } = words[language];
  const { yearsOfExperience, clients, hoursSaved } = business.claims;
  const figures = [
    [yearsOfExperience, claims.years],
    [clients, claims.clients],
    [hoursSaved, claims.hours],
  ] as const;
  if (Object.values(business.claims).join('') + claims.line === '') return null;
  return (
    <section className={style.claims} aria-label={claims.label}>
      <dl>
        {figures
          .filter(([figure]) => figure !== '')
          .map(([figure, label]) => (
            <div key={label}>
              <dt>{interpolate(claims.figure, { figure })}</dt> <dd>{label}</dd>
            </div>
          ))}
        {claims.line && (
          <div>
            <dt>24/7</dt> <dd>{claims.line}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
