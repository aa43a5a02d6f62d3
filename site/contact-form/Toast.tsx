import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { interpolate } from '../../content/interpolate.ts';
import { facts } from '../facts.ts';
import type { FormWords } from './load-words.ts';
import { isEscapeTaken, whenDialogClosed } from './top-layer.ts';

/** Ids of the live regions, by outcome. */
export const toastRegions = { sent: 'toast-sent', failed: 'toast-failed' } as const;

/**
 * The toasts' live regions. They are in the page from the start because screen readers only announce changes
 * to regions they already know. Firefox gives an alert no live attribute of its own.
 */
export function Toasts() {
  return (
    <div className="toasts">
      <div id={toastRegions.sent} role="status" />
      <div id={toastRegions.failed} role="alert" aria-live="assertive" />
    </div>
  );
}

/** How long a success stays once no dialog covers it, unless hovered or focused. An error stays until closed. */
const successMilliseconds = 10_000;

/** The gap below a toast and a little above it, in CSS pixels. */
const marginBelow = 32;

interface Props {
  outcome: 'sent' | 'failed';
  words: FormWords['outcome'];
  onClose: () => void;
}

export function Toast({ outcome, words, onClose }: Props) {
  const [isUsed, setUsed] = useState(false);
  const toast = useRef<HTMLDivElement>(null);
  const region = document.getElementById(toastRegions[outcome]);

  useEffect(() => {
    if (outcome === 'failed' || isUsed) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = whenDialogClosed(() => {
      timer = setTimeout(onClose, successMilliseconds);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [outcome, isUsed, onClose]);

  useLayoutEffect(() => {
    // Keeps the focused element above the toast, now and when focus moves. After a success, useOutcomeInView scrolls.
    const { style } = document.documentElement;
    const keepClear = () => {
      style.scrollPaddingBottom = `${(toast.current?.offsetHeight ?? 0) + marginBelow}px`;
    };
    keepClear();
    // A phone that is turned breaks its lines elsewhere.
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
      if (event.key === 'Escape' && !isEscapeTaken(event)) {
        onClose();
      }
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);

  const [description, end] = interpolate(words[outcome].description, facts).split(facts.phone);
  const content = (
    // A group, so that Firefox adds one thing to the live region: of paragraph and button, Orca would say the last.
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
      {/* One paragraph of one block: screen readers read the parts of an alert in any order, or twice. The panel has the call link. */}
      <p>
        <b>{words[outcome].title}</b> <br />
        {description}
        {end !== undefined && <span>{facts.phone}</span>}
        {end}
      </p>
      <button type="button" aria-label={words.close} onClick={onClose}>
        ×
      </button>
    </div>
  );
  return region && createPortal(content, region);
}
