import { useState } from 'react';
import type { Language } from '../../content/languages.ts';
import buttonStyle from '../components/Button.module.css';
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
  const when = new Date(time).toLocaleString(`${document.documentElement.lang}-US`, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const rows = summarize(fields, form);
  const text = asText([
    ...(reference ? [[receipt.reference, reference] as [string, string]] : []),
    [receipt.time, when],
    ...rows,
  ]);
  return (
    <>
      <Spoken
        draft={draft}
        reference={reference}
        language={language}
        note={roadside.spoken.note}
        answered={answered}
      />
      <details>
        <summary>{receipt.what}</summary>
        <dl>
          {[[receipt.time, when], ...rows].map(([label, value]) => (
            <div key={label}>
              <dt>{label}:</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="roadside-row">
        <button
          type="button"
          className={buttonStyle.button}
          onClick={async () => {
            await navigator.clipboard.writeText(text);
            setCopied(true);
          }}
        >
          {receipt.copy}
        </button>
        {'share' in navigator && (
          <button type="button" className={buttonStyle.button} onClick={() => share(text)}>
            {receipt.share}
          </button>
        )}
        {/* Not a status: an empty one is read. */}
        <p aria-live="polite">{copied && receipt.copied}</p>
      </div>
    </>
  );
}

async function share(text: string) {
  try {
    await navigator.share({ text });
  } catch (error) {
    // Closing the share sheet is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
