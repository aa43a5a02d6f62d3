import { fieldNames } from '../../contract/contact-fields.ts';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { emailLink, facts } from '../facts.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './form-words.ts';
import style from './Outcome.module.css';
import { WithCallLink } from './WithCallLink.tsx';

interface Props {
  words: FormWords;
  /** The current field values. */
  typed: Draft['fields'];
  /** The number for text messages, in E.164; empty if there is none. */
  textLine?: string;
}

/** The remaining options after a failure: call, retry, text, email. */
export function FailurePanel({
  words: { form, outcome, roadside },
  typed,
  textLine = facts.textLine,
}: Props) {
  const { again, text, email, subject } = roadside.failed;
  const service = form.services[typed.service as keyof typeof form.services];
  const all = fieldNames
    .filter((name) => typed[name])
    .map((name) => `${form.labels[name]}: ${name === 'service' ? service : typed[name]}`)
    .join('\n');
  return (
    <>
      <p className={style.title}>{outcome.failed.title}</p>
      <p>
        <WithCallLink sentence={outcome.failed.description} />
      </p>
      <div className="roadside-row">
        <CallLink look="primary" label={roadside.call} />
        <button type="submit" className={buttonStyle.button}>
          {again}
        </button>
        {textLine && (
          // "?&" works on both systems: iOS parses what follows "&", Android what follows "?".
          <a className={buttonStyle.button} href={`sms:${textLine}?&body=${encodeURIComponent(all)}`}>
            {text}
          </a>
        )}
        <a
          className={buttonStyle.button}
          href={`${emailLink}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(all.replaceAll('\n', '\r\n'))}`}
        >
          {email}
        </a>
      </div>
    </>
  );
}
