import { useState } from 'react';
import { fieldNames } from '../../contract/contact-fields.ts';
import buttonStyle from '../components/Button.module.css';
import type { Draft } from './draft.ts';
import type { FormWords } from './form-words.ts';

export interface SentRequest {
  reference?: string | undefined;
  /** Milliseconds since 1970. */
  time: number;
  /** What was sent, with the data behind the lines added to its message. */
  draft: Draft;
}

interface Props {
  sent: SentRequest;
  words: FormWords['roadside'];
  form: FormWords['form'];
}

/** The rest of the receipt: what was sent and when, to copy or share. Loaded after the success message. */
export function Receipt({ sent: { reference, time, draft }, words: { receipt }, form }: Props) {
  const [copied, setCopied] = useState(false);
  const when = new Date(time).toLocaleString(`${document.documentElement.lang}-US`, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const rows = fieldNames.map((name) => [form.labels[name], shown(name)] as const);
  const text = [[receipt.reference, reference], [receipt.time, when], ...rows]
    .flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
    .join('\n');

  function shown(name: (typeof fieldNames)[number]) {
    const value = draft.fields[name];
    return name === 'service' ? form.services[value as keyof typeof form.services] : value;
  }

  return (
    <>
      <p>
        {receipt.time}: {when}
      </p>
      <details>
        <summary>{receipt.what}</summary>
        <dl>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
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
        <p role="status">{copied && receipt.copied}</p>
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
