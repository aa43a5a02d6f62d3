import type { Ref } from 'react';
import { sentAnchor } from '../../contract/contact-fields.ts';
import type { FormWords } from './form-words.ts';
import style from './Outcome.module.css';
import { WithCallLink } from './WithCallLink.tsx';

export type OutcomeState = 'idle' | 'sending' | 'sent' | 'failed';

interface Props {
  ref: Ref<HTMLDivElement>;
  state: OutcomeState;
  words: FormWords;
}

/**
 * What became of the request; it stays when the toast has gone. Without JavaScript the answer to
 * the form leads to its anchor, and `:target` shows the success that stands here from the start.
 */
export function Outcome({ ref, state, words: { form, outcome } }: Props) {
  const { title, description } = state === 'failed' ? outcome.failed : outcome.sent;
  return (
    <div
      ref={ref}
      id={sentAnchor}
      tabIndex={-1}
      hidden={state === 'idle'}
      data-state={state}
      className={style.outcome}
    >
      {state === 'sending' ? (
        <p>{form.sending}</p>
      ) : (
        <>
          <p className={style.title}>{title}</p>
          <p>
            <WithCallLink sentence={description} />
          </p>
        </>
      )}
    </div>
  );
}
