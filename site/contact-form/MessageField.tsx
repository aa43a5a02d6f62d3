import { useState } from 'react';
import type { Language } from '../../content/languages.ts';
import style from './ContactForm.module.css';
import { Field } from './Field.tsx';
import type { FormWords } from './form-words.ts';
import { Position } from './Position.tsx';
import { ServiceHints } from './ServiceHints.tsx';
import type { DraftHandle } from './use-draft.ts';

/** Rows of the message once other inputs add lines to it. */
const tallRows = 9;

interface Props {
  error: string | undefined;
  draft: DraftHandle;
  language: Language;
  words: FormWords;
}

/** The message field with its helpers: hints for the chosen service, and the position. */
export function MessageField({ error, draft, language, words: { form, roadside, messageHint } }: Props) {
  const [tall, setTall] = useState(false);
  const parts = { draft, words: roadside, onOpen: () => setTall(true) };
  return (
    <>
      <div className={style.room}>{draft.ready && <ServiceHints service={draft.service} {...parts} />}</div>
      <Field
        name="message"
        words={form}
        error={error}
        rows={tall ? tallRows : undefined}
        above={<div className={style.room}>{draft.ready && <Position language={language} {...parts} />}</div>}
        below={
          <>
            <noscript>
              <p>{messageHint}</p>
            </noscript>
            {draft.crowded && <p role="status">{roadside.crowded}</p>}
          </>
        }
      />
    </>
  );
}
