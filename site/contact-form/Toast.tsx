import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { interpolate } from '../../content/interpolate.ts';
import { phone } from '../facts.ts';
import type { FormWords } from './load-words.ts';
import { isEscapeHandled, runWhenDialogClosed } from './top-layer.ts';

/**
 * The toasts' live regions. They are in the page from the start, because screen readers reliably announce only changes
 * to regions they already know. The alert needs `aria-live`, because Firefox doesn't imply it for alerts.
 */
export function Toasts() {
  return (
    <div className="toasts">
      <div id="toast-sent" role="status" />
      <div id="toast-failed" role="alert" aria-live="assertive" />
    </div>
  );
}

/**
 * How long a success toast stays once no dialog covers it. Hovering over the toast or focusing it stops the time, which
 * then starts again. An error has no time limit.
 */
const successDuration = 10_000;

/** The usual gap below a toast plus a small gap above it, in CSS pixels. */
const spaceAroundToast = 32;

interface Props {
  outcome: 'sent' | 'failed';
  words: FormWords['outcome'];
  onClose: () => void;
}

export function Toast({ outcome, words, onClose }: Props) {
  const [isUsed, setUsed] = useState(false);
  const toast = useRef<HTMLDivElement>(null);
  const region = document.getElementById(`toast-${outcome}`);

  useEffect(() => {
    if (outcome === 'failed' || isUsed) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = runWhenDialogClosed(() => {
      timer = setTimeout(onClose, successDuration);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [outcome, isUsed, onClose]);

  useLayoutEffect(() => {
    // Keep the focused element above the toast, now and when focus moves. After a success, useOutcomeInView scrolls.
    const { style } = document.documentElement;
    const keepClear = () => {
      style.scrollPaddingBottom = `${(toast.current?.offsetHeight ?? 0) + spaceAroundToast}px`;
    };
    keepClear();
    // Rotating a phone may change the line breaks and so the toast's height, which keepClear measures again.
    addEventListener('resize', keepClear);
    if (outcome === 'failed') {
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    }
    return () => {
      removeEventListener('resize', keepClear);
      style.scrollPaddingBottom = '';
    };
  }, [outcome]);

  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isEscapeHandled(event)) {
        onClose();
      }
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);

  const [description, end] = interpolate(words[outcome].description, { phone }).split(phone);
  const content = (
    // The group makes Firefox add a single node to the live region. If Firefox added the paragraph and the button
    // separately, Orca would announce only the last one.
    // biome-ignore lint/a11y/useSemanticElements: not a fieldset, it has no fields
    <div
      ref={toast}
      role="group"
      className="toast"
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
    >
      {/*
       * This is a single paragraph, because screen readers may read the parts of an alert in any order, or twice. The
       * number isn't a link, because the outcome panel has the call link.
       */}
      <p>
        <b>{words[outcome].title}</b> <br />
        {description}
        {end !== undefined && <span>{phone}</span>}
        {end}
      </p>
      <button type="button" aria-label={words.close} onClick={onClose}>
        ×
      </button>
    </div>
  );
  return region && createPortal(content, region);
}
