import type { Ref } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { requestPage } from '../../contract/site-places.ts';
import boardStyle from '../components/Board.module.css';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { linkText, TextLink } from '../components/TextLink.tsx';
import { emailLink, facts } from '../facts.ts';
import { printedTime } from '../printed-time.ts';
import type { Fields, Phase, SentRequest } from './form-store.ts';
import { isolated } from './lines.ts';
import type { FormWords } from './load-words.ts';
import style from './Outcome.module.css';

interface Props {
  ref: Ref<HTMLDivElement>;
  phase: Phase;
  /** What the form holds, to send some other way. */
  fields: Fields;
  language: Language;
  words: FormWords;
}

/** What became of a request. The toast has the result in a sentence, and this panel adds what is new. */
export function Outcome({ ref, phase, fields, language, words }: Props) {
  const { form, roadside } = words;
  const { failed, receipt } = roadside;
  const hasFailed = phase.name === 'failed';
  const lines = hasFailed
    ? failed.board
    : phase.name === 'sent'
      ? receiptLines(receipt, phase.sent.reference)
      : [form.sending];
  return (
    <div ref={ref} id="sent" hidden={phase.name === 'idle'} data-state={phase.name} className={style.outcome}>
      {phase.name !== 'idle' && (
        // One heading from Send to success: a screen reader that is at it stays there.
        <h4 key={`${hasFailed}`} className={`${boardStyle.board} ${style.board}`} tabIndex={-1}>
          {lines.map((line) => (
            <span key={line}>{`${line} `}</span>
          ))}
        </h4>
      )}
      {phase.name === 'sending' && (
        <div aria-live="polite" className="roadside-trying">
          {phase.slow && (
            <>
              <p>{roadside.trying}</p>
              <p className="roadside-row">
                <CallLink look="primary" label={roadside.call} />
                <TextLink label={roadside.text} body={asText(summarize(fields, form))} />
              </p>
            </>
          )}
        </div>
      )}
      {hasFailed && <OtherWays body={asText(summarize(fields, form))} words={roadside} />}
      {phase.name === 'sent' && <Receipt sent={phase.sent} language={language} words={words} />}
    </div>
  );
}

/** After a failure: call, try again, or send what was typed some other way. */
function OtherWays({ body, words: { call, text, failed } }: { body: string; words: FormWords['roadside'] }) {
  return (
    <div className="roadside-row">
      <b>{failed.kept}</b>
      <CallLink look="primary" label={call} />
      <button type="submit" className={buttonStyle.button}>
        {failed.again}
      </button>
      <TextLink label={text} body={body} />
      <a
        className={buttonStyle.button}
        href={`${emailLink}?subject=${linkText(failed.subject)}&body=${linkText(body.replace(/\n/g, '\r\n'))}`}
      >
        {failed.email}
      </a>
    </div>
  );
}

interface ReceiptProps {
  sent: SentRequest;
  language: Language;
  words: FormWords;
}

/** What was sent and when, and what happens next. */
function Receipt({
  sent: { reference, statusToken, time, fields },
  language,
  words: { form, roadside },
}: ReceiptProps) {
  const { receipt, call } = roadside;
  const when = printedTime(time, language, { dateStyle: 'medium', timeStyle: 'short' });
  const rows = [...(when ? [[receipt.time, when] as const] : []), ...summarize(fields, form)];
  return (
    <div className="roadside-receipt">
      {facts.answerWithinMinutes !== '' && (
        <p>{interpolate(receipt.answer, { phone: unbroken(facts.phone), n: facts.answerWithinMinutes })}</p>
      )}
      <p>{reference ? receipt.next : receipt.nextWithout}</p>
      {statusToken && (
        <p>
          <a className={buttonStyle.button} href={`${languages[language].path}${requestPage}#${statusToken}`}>
            {receipt.follow}
          </a>
        </p>
      )}
      <CallLink look="secondary" label={call} />
      <details>
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
    </div>
  );
}

/** What is said of a request that arrived, with its reference if it has one. */
export const receiptLines = ({ board: [title = '', line = ''] }: { board: string[] }, reference?: string) =>
  reference ? [title, interpolate(line, { reference })] : [title];

/** On one line: a number that is split is read wrong. No browser breaks it at its hyphen. */
const unbroken = (phone: string) => phone.replace(/ /g, '\u00a0');

/** A request as labeled values, to read, copy, text or email. */
function summarize(
  fields: Partial<Fields>,
  { labels, services }: FormWords['form'],
): [label: string, value: string][] {
  return fieldNames.flatMap((name): [string, string][] => {
    const value = fields[name];
    if (!value) {
      return [];
    }
    const shown =
      name === 'service'
        ? (services[value as keyof typeof services] ?? value)
        : name === 'phone'
          ? printedPhone(value)
          : value;
    return [[labels[name], shown]];
  });
}

const asText = (rows: readonly [label: string, value: string][]) =>
  rows.map(([label, value]) => `${label}: ${isolated(value)}`).join('\n');
