import { getPictureName } from '../../content/gallery.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { Photo } from '../components/Photo.tsx';
import { Drawing, getSceneUrl, Scene } from '../components/Scene.tsx';
import { Section } from '../components/Section.tsx';
import type { ShownItem } from '../pictures.ts';
import { getSectionLink } from '../routes.ts';
import style from './Gallery.module.css';
import { Viewer } from './Viewer.tsx';

interface Props {
  language: Language;
  items: ShownItem[];
}

export function Gallery({ language, items }: Props) {
  const { gallery } = words[language];
  return (
    <Section
      id="gallery"
      heading={gallery.heading}
      scene={<Scene name="night" className={style.night} />}
      band
    >
      <ul className={style.pictures}>
        {items.map((item, index) => (
          <li key={getPictureName(item)}>
            <Figure item={item} language={language} isLead={index === 0} />
          </li>
        ))}
      </ul>
      <Viewer language={language} />
      <div className={`panel ${style.more}`}>
        <div>
          <h3>{gallery.more}</h3>
          <p>{gallery.moreText}</p>
        </div>
        <p className={style.links}>
          <Button href={getSectionLink('landing', 'landing', language, contactAnchor)}>
            {gallery.requestDocumentation}
          </Button>
          <CallLink variant="primary" label={gallery.callForUpdates} />
        </p>
      </div>
    </Section>
  );
}

interface FigureProps {
  item: ShownItem;
  language: Language;
  /** Whether the picture is larger than the others on wide screens. */
  isLead: boolean;
}

function Figure({ item, language, isLead }: FigureProps) {
  const alt = item.alt[language];
  return (
    <figure>
      {item.photo && (
        <a href={item.photo.fallback}>
          <Photo
            picture={item.photo}
            alt={alt}
            sizes={
              isLead
                ? '(min-width: 80rem) 47rem, (min-width: 60rem) 62vw, 45vw'
                : '(min-width: 80rem) 23rem, (min-width: 60rem) 30vw, 45vw'
            }
          />
        </a>
      )}
      {item.type === 'drawing' && (
        <a href={getSceneUrl(item.drawing)}>
          <Drawing name={item.drawing} alt={alt} />
        </a>
      )}
      {/* Don't use a figcaption: it also names the figure, so screen readers in Firefox would read it twice. */}
      <p className="caption">{item.caption[language]}</p>
    </figure>
  );
}
