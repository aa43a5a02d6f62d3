import type { Ref } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { requestPage } from '../../contract/link-targets.ts';
import boardStyle from '../components/Board.module.css';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { encodeLinkText, TextMessageLink } from '../components/TextMessageLink.tsx';
import { answerWithinMinutes, emailLink, phone, textNumber } from '../facts.ts';
import { formatTime } from '../format-time.ts';
import type { Fields, Phase, SentRequest } from './form-state.ts';
import type { FormWords } from './load-words.ts';
import { isolateRightToLeft } from './message-lines.ts';
import style from './Outcome.module.css';

interface Props {
  ref: Ref<HTMLDivElement>;
  phase: Phase;
  /** The form's content, to send another way. */
  fields: Partial<Fields>;
  language: Language;
  words: FormWords;
  /** Whether the receipt replaces the fields, until the visitor asks for them. */
  isReceiptAlone: boolean;
  /** Shows the fields for another request. */
  onSendAnother(): void;
}

/** Shows the progress and outcome of a request. The toast states the result, and this panel adds the details. */
export function Outcome({ ref, phase, fields, language, words, isReceiptAlone, onSendAnother }: Props) {
  const { form, extras } = words;
  const { failed, receipt } = extras;
  const hasFailed = phase.name === 'failed';
  const lines = hasFailed
    ? failed.board
    : phase.name === 'sent'
      ? // Next to fields for another request, a board would seem to be about that one.
        isReceiptAlone && formatReceiptLines(receipt, phase.sent.receipt.reference)
      : phase.name === 'sending' && [form.sending];
  return (
    <div ref={ref} id="sent" hidden={phase.name === 'idle'} data-state={phase.name} className={style.outcome}>
      {lines && (
        // The heading stays the same element from Send to success, so a screen reader on the heading keeps its place.
        <h4 key={`${hasFailed}`} className={`${boardStyle.board} ${style.board}`} tabIndex={-1}>
          {lines.map((line) => (
            <span key={line}>{`${line} `}</span>
          ))}
        </h4>
      )}
      {phase.name === 'sending' && (
        <div aria-live="polite" className="outcome-trying">
          {phase.isSlow && (
            <>
              <p>{extras.trying}</p>
              <p className="button-row">
                <CallLink variant="primary" label={extras.call} />
                {textNumber && (
                  <TextMessageLink label={extras.text} body={formatAsText(summarize(fields, form))} />
                )}
              </p>
            </>
          )}
        </div>
      )}
      {hasFailed && <OtherWays body={formatAsText(summarize(fields, form))} words={extras} />}
      {phase.name === 'sent' && (
        <Receipt
          sent={phase.sent}
          language={language}
          words={words}
          isReceiptAlone={isReceiptAlone}
          onSendAnother={onSendAnother}
        />
      )}
    </div>
  );
}

/** Offers the visitor's options after a failure: call, try again, email, or, if the owner takes texts, text. */
function OtherWays({ body, words: { call, text, failed } }: { body: string; words: FormWords['extras'] }) {
  return (
    <div className="button-row">
      <b>{failed.kept}</b>
      <CallLink variant="primary" label={call} />
      <button type="submit" className={buttonStyle.button}>
        {failed.again}
      </button>
      {textNumber && <TextMessageLink label={text} body={body} />}
      <a
        className={buttonStyle.button}
        href={`${emailLink}?subject=${encodeLinkText(failed.subject)}&body=${encodeLinkText(body.replace(/\n/g, '\r\n'))}`}
      >
        {failed.email}
      </a>
    </div>
  );
}

interface ReceiptProps extends Pick<Props, 'language' | 'words' | 'isReceiptAlone' | 'onSendAnother'> {
  sent: SentRequest;
}

/** Shows the sent request, its time, and the next steps. Once the fields are shown again, shows only its reference. */
function Receipt({
  sent: { receipt: data, fields },
  language,
  words: { form, extras },
  isReceiptAlone,
  onSendAnother,
}: ReceiptProps) {
  const { reference, statusToken, time } = data;
  const { receipt, call } = extras;
  const when = formatTime(time, language, { dateStyle: 'medium', timeStyle: 'short' });
  const rows = [...(when ? [[receipt.time, when] as const] : []), ...summarize(fields, form)];
  return (
    <div className="receipt">
      {answerWithinMinutes !== '' && isReceiptAlone && (
        <p>{interpolate(receipt.answer, { phone: keepOnOneLine(phone), n: answerWithinMinutes })}</p>
      )}
      <p>
        {isReceiptAlone && (reference ? receipt.next : receipt.nextWithout)} <b>{reference}</b>
      </p>
      {statusToken && (
        <p>
          <a className={buttonStyle.button} href={`${languages[language].path}${requestPage}#${statusToken}`}>
            {receipt.follow}
          </a>
        </p>
      )}
      {isReceiptAlone && (
        <>
          <CallLink variant="primary" label={call} />
          {rows.length > 1 && (
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
          )}
          <button type="button" className={buttonStyle.button} onClick={onSendAnother}>
            {receipt.another}
          </button>
        </>
      )}
    </div>
  );
}

/** Returns the board's lines for a request that arrived, with its reference if it has one. */
export const formatReceiptLines = (
  { board: [title = '', line = ''] }: { board: string[] },
  reference?: string,
) => (reference ? [title, interpolate(line, { reference })] : [title]);

/** Keeps a phone number on one line, because people misread a split number. Browsers don't break it at its hyphen. */
const keepOnOneLine = (phone: string) => phone.replace(/ /g, '\u00a0');

/** Returns a request as labeled values to read, copy, text, or email. */
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
          ? formatPhone(value)
          : value;
    return [[labels[name], shown]];
  });
}

const formatAsText = (rows: readonly [label: string, value: string][]) =>
  rows.map(([label, value]) => `${label}: ${isolateRightToLeft(value)}`).join('\n');
