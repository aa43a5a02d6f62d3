import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** Shows one picture or map as large as the screen; viewer-script.ts fills it. Without scripts the links open the files. */
export function Viewer({ language }: { language: Language }) {
  const { previous, next, close, position } = words[language].gallery;
  return (
    <dialog id="viewer" aria-labelledby="viewer-caption" tabIndex={-1} className="viewer">
      <figure>
        <div />
        {/* The caption is the dialog's name, so screen readers read it when the dialog opens. */}
        <figcaption id="viewer-caption" aria-hidden="true" data-text={position} />
      </figure>
      {/* Announces each next caption. Screen readers would read a live figcaption twice or never. */}
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
