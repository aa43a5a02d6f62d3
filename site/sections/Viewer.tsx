import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** The lightbox of the gallery, filled by viewer.ts. Without scripts the links open the files. */
export function Viewer({ language }: { language: Language }) {
  const { previous, next, close, position } = words[language].gallery;
  return (
    <dialog id="viewer" aria-labelledby="viewer-caption" tabIndex={-1} className="viewer">
      <figure>
        {/* It scrolls, so it must be focusable. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
        <div tabIndex={0} />
        <figcaption id="viewer-caption" data-text={position} />
      </figure>
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
