import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { interpolate } from '../../content/interpolate.ts';
import { facts } from '../facts.ts';
import type { FormWords } from './form-words.ts';
import { toastRegions } from './Toasts.tsx';

/** How long a success stays, unless hovered or focused. An error stays until closed. */
const successMilliseconds = 10_000;

/** The gap below a toast and a little above it, in CSS pixels. */
const marginBelow = 32;

interface Props {
  outcome: 'sent' | 'failed';
  words: FormWords['outcome'];
  onClose: () => void;
}

export function Toast({ outcome, words, onClose }: Props) {
  const [held, setHeld] = useState(false);
  const toast = useRef<HTMLDivElement>(null);
  const region = document.getElementById(toastRegions[outcome]);

  useEffect(() => {
    if (outcome === 'failed' || held) return;
    const timer = setTimeout(onClose, successMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome, held, onClose]);

  useLayoutEffect(() => {
    // Keeps the focused element above the toast, now and when focus moves.
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `${(toast.current?.offsetHeight ?? 0) + marginBelow}px`;
    document.activeElement?.scrollIntoView({ block: 'nearest' });
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, []);

  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);

  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it on screen
    <div
      ref={toast}
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* One paragraph of one block: screen readers read the parts of an alert in any order, or twice. The panel has the call link. */}
      <p>
        <b>{words[outcome].title}</b> <br />
        {interpolate(words[outcome].description, facts)}
      </p>
      <button type="button" aria-label={words.close} onClick={onClose}>
        ×
      </button>
    </div>
  );
  return region && createPortal(content, region);
}
