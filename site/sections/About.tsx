import { aboutPicture } from '../../content/gallery/index.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Claims } from '../components/Claims.tsx';
import { Photo } from '../components/Photo.tsx';
import { Section } from '../components/Section.tsx';
import { said } from '../facts-in.ts';
import type { LoadedPicture } from '../pictures.ts';
import style from './About.module.css';

interface Props {
  language: Language;
  picture: LoadedPicture;
}

export function About({ language, picture }: Props) {
  const { about, gallery } = words[language];
  const { alt, type } = aboutPicture;
  return (
    <Section id="about" heading={said(about.heading, language)} level={1} band>
      <div className={style.columns}>
        <div className={style.text}>
          {about.text.map((paragraph) => (
            <p key={paragraph}>{said(paragraph, language)}</p>
          ))}
        </div>
        <Claims language={language} />
        <figure className={style.picture}>
          <Photo picture={picture} alt={alt[language]} sizes="(min-width: 60rem) 42rem, 92vw" />
          {type === 'illustration' && <p>{gallery.drawn}</p>}
        </figure>
      </div>
    </Section>
  );
}
