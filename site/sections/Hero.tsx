import { business } from '../../content/business.ts';
import { heroPicture } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { services } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { PhoneLanguage } from '../components/PhoneLanguage.tsx';
import { Photo } from '../components/Photo.tsx';
import { ServiceLink } from '../components/ServiceLink.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { said } from '../facts-in.ts';
import type { LoadedPicture } from '../pictures.ts';
import { sectionLink } from '../routes.ts';
import style from './Hero.module.css';

interface Props {
  language: Language;
  picture: LoadedPicture;
  /** Whether the picture is too bright for the words over it. */
  isDimmed: boolean;
}

export function Hero({ language, picture, isDimmed }: Props) {
  const { header, hero, gallery, roadside } = words[language];
  const others: Partial<Record<string, string>> = hero.others;
  // Who could not talk to whoever answers writes instead.
  const isSpoken = business.phoneLanguages.includes(language);
  return (
    <div className={style.hero}>
      <div className={style.words}>
        <p className={style.line}>
          <span>{header.emergency}</span> <span>{averageTimes(language)}</span>
        </p>
        <h1 className={style.headline}>
          {sentencesOf(hero.headline).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </h1>
        <p className={style.text}>{said(hero.text, language)}</p>
        <p className={style.actions}>
          <CallLink look={isSpoken ? 'primary' : 'secondary'} label={hero.call} />
          <TextLink label={roadside.text} />
          <Button href={sectionLink('landing', 'landing', language, contactAnchor)} primary={!isSpoken}>
            {hero.request}
          </Button>
        </p>
        <PhoneLanguage language={language} />
        <p className={style.others}>
          {services
            .filter(({ id }) => others[id])
            .map((service) => (
              <ServiceLink key={service.id} from="landing" service={service} language={language}>
                {others[service.id]}
              </ServiceLink>
            ))}
        </p>
        <ul className={style.proof} aria-label={hero.proofLabel}>
          <li>{hero.ase}</li>
          <li>{hero.licensed}</li>
        </ul>
      </div>
      <figure className={isDimmed ? `${style.picture} ${style.dimmed}` : style.picture}>
        <Photo picture={picture} alt={heroPicture.alt[language]} sizes="100vw" />
        {heroPicture.type === 'illustration' && <p>{gallery.illustration}</p>}
      </figure>
    </div>
  );
}

/** Like "Houston 45 min, Austin 50 min on average": the first thing a stranded driver asks. */
function averageTimes(language: Language): string {
  const { response, average } = words[language].hero;
  const times = serviceAreas.map(({ city, averageMinutes }) =>
    interpolate(response, { city, minutes: averageMinutes }),
  );
  return interpolate(average, { times: times.join(', ') });
}

/** Each gets lines of its own: a line with the end of one and the start of the next reads as neither. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!] )/);
}
