import { type ComponentType, type Ref, useEffect, useState } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { sentAnchor } from '../../contract/contact-fields.ts';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { linkText } from '../components/link-text.ts';
import { TextLink } from '../components/TextLink.tsx';
import { emailLink, facts } from '../facts.ts';
import { loadScript } from '../load-script.ts';
import { Boundary } from './Boundary.tsx';
import type { Fields, Phase, SentRequest } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import style from './Outcome.module.css';
import type { Receipt } from './Receipt.tsx';
import type { AnsweredWords } from './Spoken.tsx';
import { asText, summarize } from './summarize.ts';

/** Milliseconds until a screen reader on a busy computer has followed the focus. */
const untilReached = 1_000;

interface Props {
  ref: Ref<HTMLDivElement>;
  phase: Phase;
  /** There is something to lose, and so to send. */
  isStarted: boolean;
  /** What the form holds, to send some other way. */
  fields: Fields;
  language: Language;
  words: FormWords;
  answered: AnsweredWords;
}

/**
 * The result of a submission. Without JavaScript, the response redirects to its anchor and `:target` reveals
 * the prerendered success message; with it, the toast shows that message and this panel adds what is new.
 */
export function Outcome({ ref, phase, isStarted, fields, language, words, answered }: Props) {
  const { form, outcome, roadside } = words;
  const body = asText(summarize(fields, form));
  const [More, setMore] = useState<ComponentType<Parameters<typeof Receipt>[0]>>();
  const sent = phase.name === 'sent' ? phase.sent : undefined;
  /** The success whose heading a screen reader has reached: Orca does not if the one it is at is removed before. */
  const [reached, setReached] = useState<SentRequest>();
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => setReached(sent), untilReached);
    return () => clearTimeout(timer);
  }, [sent]);
  useEffect(() => {
    // Before it sends, so that the outcome is whole at once.
    if (!isStarted) return;
    loadScript('Receipt', () => import('./Receipt.tsx')).then(
      (file) => setMore(() => file.Receipt),
      // The essentials are here without it: the reference, and what happens next.
      () => undefined,
    );
  }, [isStarted]);
  return (
    <div
      ref={ref}
      id={sentAnchor}
      hidden={phase.name === 'idle'}
      data-state={phase.name}
      className={style.outcome}
    >
      {phase.name === 'idle' && (
        <>
          <p className={style.title}>{outcome.sent.title}</p>
          <p>{outcome.sent.description}</p>
        </>
      )}
      {(phase.name === 'sending' || (sent && sent !== reached)) && (
        <h4 className={sent ? style.left : style.title} tabIndex={-1}>
          {form.sending}
        </h4>
      )}
      {phase.name === 'sending' && (
        <div aria-live="polite" className="roadside-trying">
          {phase.slow && (
            <>
              <p>{roadside.trying}</p>
              <p className="roadside-row">
                <CallLink look="primary" label={roadside.call} />
                <TextLink label={roadside.text} body={body} />
              </p>
            </>
          )}
        </div>
      )}
      {phase.name === 'failed' && (
        <>
          <h4 className={style.title}>{roadside.failed.title}</h4>
          <div className="roadside-row">
            <CallLink look="primary" label={roadside.call} />
            <button type="submit" className={buttonStyle.button}>
              {roadside.failed.again}
            </button>
            <TextLink label={roadside.text} body={body} />
            <a
              className={buttonStyle.button}
              href={`${emailLink}?subject=${linkText(roadside.failed.subject)}&body=${linkText(body.replaceAll('\n', '\r\n'))}`}
            >
              {roadside.failed.email}
            </a>
          </div>
        </>
      )}
      {phase.name === 'sent' && (
        <Sent sent={phase.sent} More={More} language={language} words={words} answered={answered} />
      )}
    </div>
  );
}

interface SentProps {
  sent: SentRequest;
  More: ComponentType<Parameters<typeof Receipt>[0]> | undefined;
  language: Language;
  words: FormWords;
  answered: AnsweredWords;
}

function Sent({ sent, More, language, words, answered }: SentProps) {
  const { receipt, call } = words.roadside;
  return (
    <div className="roadside-receipt">
      <h4 className={style.title} tabIndex={-1}>
        {receipt.title}
      </h4>
      {sent.reference && (
        <p className="roadside-reference">
          {`${receipt.reference} `}
          <b>{sent.reference}</b>
        </p>
      )}
      {facts.answerWithinMinutes !== '' && (
        <p>{interpolate(receipt.answer, { ...facts, n: facts.answerWithinMinutes })}</p>
      )}
      <p>{sent.reference ? receipt.next : receipt.nextWithout}</p>
      <CallLink look="secondary" label={call} />
      {More && (
        <Boundary>
          <More sent={sent} language={language} words={words} answered={answered} />
        </Boundary>
      )}
    </div>
  );
}
