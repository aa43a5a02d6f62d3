import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

interface Props {
  language: Language;
  /** Whether all pictures are illustrations: their captions in the page do not say so. */
  isIllustrated: boolean;
}

/** The lightbox of the gallery, filled by viewer.ts. Without scripts the links open the files. */
export function Viewer({ language, isIllustrated }: Props) {
  const { previous, next, close, position, illustration } = words[language].gallery;
  return (
    <dialog id="viewer" aria-labelledby="viewer-caption" tabIndex={-1} className="viewer">
      <figure>
        {/* It scrolls, so it must be focusable. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
        <div tabIndex={0} />
        {/* It is the dialog's name, which is read when it opens. */}
        <figcaption
          id="viewer-caption"
          aria-hidden="true"
          data-text={isIllustrated ? `${position}. ${illustration}` : position}
        />
      </figure>
      {/* The captions that follow. One text for both would be read twice, or not at all: readers remember whether it was live. */}
      <span aria-live="polite" />
      <p>
        <button type="button" value="-1" aria-label={previous}>
          ←
        </button>
        <button type="button" value="1" aria-label={next}>
          →
        </button>
        <button type="button" value="close" aria-label={close}>
          ✕
        </button>
      </p>
    </dialog>
  );
}
