import type { GalleryItem } from '../../content/gallery/index.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/site-places.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { Photo } from '../components/Photo.tsx';
import { Section } from '../components/Section.tsx';
import type { LoadedPicture } from '../pictures.ts';
import { sectionLink } from '../routes.ts';
import style from './Gallery.module.css';
import { Viewer } from './Viewer.tsx';

interface Props {
  language: Language;
  items: (GalleryItem & { picture: LoadedPicture })[];
}

export function Gallery({ language, items }: Props) {
  const { gallery } = words[language];
  const isIllustrated = items.every(({ type }) => type === 'illustration');
  return (
    <Section id="gallery" heading={gallery.heading} intro={isIllustrated ? gallery.drawn : undefined} band>
      <ul className={style.pictures}>
        {items.map(({ file, type, alt, caption, picture }) => (
          <li key={file}>
            <figure>
              <a href={picture.fallback}>
                <Photo
                  picture={picture}
                  alt={alt[language]}
                  sizes="(min-width: 80rem) 23rem, (min-width: 60rem) 30vw, 45vw"
                />
              </a>
              {/* A figcaption also names the figure, so Firefox would read it twice. */}
              <p>
                {caption[language]}{' '}
                {type === 'illustration' && !isIllustrated && <small>{gallery.illustration}</small>}
              </p>
            </figure>
          </li>
        ))}
      </ul>
      <Viewer language={language} />
      <div className={style.more}>
        <div>
          <h3>{gallery.more}</h3>
          <p>{gallery.moreText}</p>
        </div>
        <p className={style.links}>
          <Button href={sectionLink('landing', 'landing', language, contactAnchor)}>
            {gallery.requestDocumentation}
          </Button>
          <CallLink look="secondary" label={gallery.callForUpdates} />
        </p>
      </div>
    </Section>
  );
}
