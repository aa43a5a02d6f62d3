import { useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import buttonStyle from '../components/Button.module.css';
import { printedTime } from '../printed-time.ts';
import type { SentRequest } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { type AnsweredWords, Spoken } from './Spoken.tsx';
import { asText, summarize } from './summarize.ts';

interface Props {
  sent: SentRequest;
  language: Language;
  words: FormWords;
  answered: AnsweredWords;
}

/** The rest of the receipt: what was sent and when, to copy or share. Loaded after the success message. */
export function Receipt({ sent, language, words: { form, roadside }, answered }: Props) {
  const { reference, time, fields, draft } = sent;
  const { receipt } = roadside;
  const [copied, setCopied] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const when = printedTime(time, language, { dateStyle: 'medium', timeStyle: 'short' });
  const rows: [label: string, value: string][] = [
    ...(when ? [[receipt.time, when] as [string, string]] : []),
    ...summarize(fields, form),
  ];
  const text = asText(reference ? [[receipt.reference, reference], ...rows] : rows);

  /** Where the browser refuses to copy or share, what was sent is shown and selected, to be copied by hand. */
  async function hand(over: () => Promise<void>, done = () => {}) {
    try {
      await over();
      done();
    } catch (error) {
      // Closing the share sheet is a choice.
      if (!details.current || Object(error).name === 'AbortError') return;
      details.current.open = true;
      getSelection()?.selectAllChildren(details.current);
    }
  }

  return (
    <>
      <Spoken
        draft={draft}
        reference={reference}
        language={language}
        note={roadside.spoken.note}
        answered={answered}
      />
      <details ref={details}>
        <summary>{receipt.what}</summary>
        <dl>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{`${label}:`}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="roadside-row">
        <button
          type="button"
          className={buttonStyle.button}
          onClick={() =>
            hand(
              () => navigator.clipboard.writeText(text),
              () => setCopied(true),
            )
          }
        >
          {receipt.copy}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            className={buttonStyle.button}
            onClick={() => hand(() => navigator.share({ text }))}
          >
            {receipt.share}
          </button>
        )}
        {/* Not a status: an empty one is read. */}
        <p aria-live="polite">{copied && receipt.copied}</p>
      </div>
    </>
  );
}
