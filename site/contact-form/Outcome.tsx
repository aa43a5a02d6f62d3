import { type ComponentType, type Ref, useEffect, useState } from 'react';
import { sentAnchor } from '../../contract/contact-fields.ts';
import { CallLink } from '../components/CallLink.tsx';
import type { Draft } from './draft.ts';
import { FailurePanel } from './FailurePanel.tsx';
import type { FormWords } from './form-words.ts';
import style from './Outcome.module.css';
import type { Receipt, SentRequest } from './Receipt.tsx';
import type { SendingState } from './use-sending.ts';
import { WithCallLink } from './WithCallLink.tsx';

interface Props {
  ref: Ref<HTMLDivElement>;
  state: SendingState;
  /** There has been no response for a while. */
  slow: boolean;
  /** What was last sent, with the response. */
  sent: SentRequest | undefined;
  /** The current field values, to send some other way. */
  typed: () => Draft['fields'];
  words: FormWords;
}

/**
 * The result of a submission. Without JavaScript, the response redirects to its anchor and `:target` reveals
 * the prerendered success message; with it, the toast shows that message and this panel adds the details.
 */
export function Outcome({ ref, state, slow, sent, typed, words }: Props) {
  const { form, outcome, roadside } = words;
  return (
    <div
      ref={ref}
      id={sentAnchor}
      tabIndex={-1}
      hidden={state === 'idle'}
      data-state={state}
      className={style.outcome}
    >
      {state === 'sending' && (
        <>
          <p className={style.title}>{form.sending}</p>
          <div role="status">
            {slow && (
              <>
                <p>{roadside.trying}</p>
                <CallLink look="primary" label={roadside.call} />
              </>
            )}
          </div>
        </>
      )}
      {state === 'failed' && <FailurePanel words={words} typed={typed()} />}
      {state === 'sent' && sent && <Sent sent={sent} words={words} />}
      {state === 'idle' && (
        <>
          <p className={style.title}>{outcome.sent.title}</p>
          <p>
            <WithCallLink sentence={outcome.sent.description} />
          </p>
        </>
      )}
    </div>
  );
}

interface SentProps {
  sent: SentRequest;
  words: FormWords;
}

function Sent({ sent, words: { form, roadside } }: SentProps) {
  const { receipt, call } = roadside;
  const [More, setMore] = useState<ComponentType<Parameters<typeof Receipt>[0]>>();
  useEffect(() => {
    import('./Receipt.tsx').then(
      (file) => setMore(() => file.Receipt),
      // The essentials are already here: the reference, and what happens next.
      () => undefined,
    );
  }, []);
  return (
    <div className="roadside-receipt">
      <p className={style.title}>{receipt.title}</p>
      {sent.reference && (
        <p className="roadside-reference">
          {receipt.reference} <b>{sent.reference}</b>
        </p>
      )}
      <p>{sent.reference ? receipt.next : receipt.nextWithout}</p>
      <CallLink look="secondary" label={call} />
      {More && <More sent={sent} words={roadside} form={form} />}
    </div>
  );
}
