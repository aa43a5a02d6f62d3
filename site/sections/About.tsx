import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Claims } from '../components/Claims.tsx';
import { Photo } from '../components/Photo.tsx';
import { Drawing } from '../components/Scene.tsx';
import { Section } from '../components/Section.tsx';
import { fillFacts } from '../fill-facts.ts';
import type { loadAboutPhoto } from '../pictures.ts';
import style from './About.module.css';

interface Props {
  language: Language;
  photo: Awaited<ReturnType<typeof loadAboutPhoto>>;
}

export function About({ language, photo }: Props) {
  const { about } = words[language];
  return (
    <Section id="about" heading={fillFacts(about.heading, language)} level={1} band>
      <div className={style.columns}>
        <div className={style.text}>
          {about.text.map((paragraph) => (
            <p key={paragraph}>{fillFacts(paragraph, language)}</p>
          ))}
        </div>
        <Claims language={language} />
        <figure className={style.picture}>
          {photo ? (
            <Photo picture={photo.photo} alt={photo.alt[language]} sizes="(min-width: 60rem) 42rem, 92vw" />
          ) : (
            <>
              <Drawing name="cutaway" alt={about.truck.alt} />
              <ol>
                {about.truck.parts.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ol>
            </>
          )}
        </figure>
      </div>
    </Section>
  );
}
