import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import boardStyle from '../components/Board.module.css';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { PhoneLanguage } from '../components/PhoneLanguage.tsx';
import { TextMessageLink } from '../components/TextMessageLink.tsx';
import { textNumber } from '../facts.ts';
import { fillFacts, splitSentences } from '../fill-facts.ts';
import { areas } from '../gazetteer/areas.ts';
import { getSectionLink } from '../routes.ts';
import style from './Hero.module.css';
import { HeroRoad } from './HeroRoad.tsx';

/** The signs over a freeway at dusk: a message board, guide signs, and a work sign. */
export function Hero({ language }: { language: Language }) {
  const { hero, extras, serviceArea } = words[language];
  const sentences = splitSentences(fillFacts(hero.headline, language));
  const isLong = sentences.some(({ length }) => length > 16);
  const proofs = [hero.ase, hero.licensed].filter(Boolean);
  return (
    <div className={style.hero}>
      <div className={style.gantry}>
        <h1
          className={isLong ? `${boardStyle.board} ${boardStyle.long}` : boardStyle.board}
          data-one-line={sentences.length === 1 || undefined}
        >
          {sentences.map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </h1>
        <div className={style.call}>
          <CallLink variant="primary" label={hero.call} />
          {textNumber && <TextMessageLink label={extras.text} />}
          <PhoneLanguage language={language} />
        </div>
        <div className={style.request}>
          <Button href={getSectionLink('landing', 'landing', language, contactAnchor)}>{hero.request}</Button>
        </div>
        <p className={style.trade}>{fillFacts(hero.text, language)}</p>
        {/* server/live-changes/compose-page.ts looks for this markup. */}
        <ul className={style.signs}>
          {areas.map(({ city, averageMinutes }) => (
            <li key={city} className="panel">
              <span>{city}</span> <b>{interpolate(hero.minutes, { minutes: averageMinutes })}</b>{' '}
              <span>{serviceArea.averageResponse}</span>
            </li>
          ))}
        </ul>
        {proofs.length > 0 && (
          <div className={style.proofs}>
            <ul aria-label={hero.proofLabel}>
              {proofs.map((proof) => (
                <li key={proof}>{proof}</li>
              ))}
            </ul>
          </div>
        )}
        <div id="area-check" className={style.check} />
        <HeroRoad />
      </div>
    </div>
  );
}
