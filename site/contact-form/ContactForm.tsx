import {
  type InputEvent,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Language } from '../../content/languages.ts';
import { type FieldName, fieldNames, serviceValues } from '../../contract/contact-fields.ts';
import buttonStyle from '../components/Button.module.css';
import style from './ContactForm.module.css';
import { controlOf, type Problems, problemOf, problemsOf, valuesOf } from './check-fields.ts';
import { Field } from './Field.tsx';
import type { FormWords } from './form-words.ts';
import { Honeypot } from './Honeypot.tsx';
import { forgetKey, idempotencyKey } from './idempotency-key.ts';
import { Outcome, type OutcomeState } from './Outcome.tsx';
import { contactAction, sendContactRequest } from './send-contact-request.ts';
import { Toast } from './Toast.tsx';

interface Props {
  language: Language;
  words: FormWords;
}

export function ContactForm({ language, words }: Props) {
  const [state, setState] = useState<OutcomeState>('idle');
  const [problems, setProblems] = useState<Problems>({});
  const [toastClosed, setToastClosed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  // The attempt that is under way. Known at once, where the state is known only after the next
  // rendering: a double press sends once.
  const attempt = useRef<symbol>(undefined);
  const { labels, placeholders, services, ...text } = words.form;

  useEffect(() => {
    // From here on the sentences beside the fields are ours; until then they are the browser's.
    form.current?.setAttribute('novalidate', '');
    const wake = (event: PageTransitionEvent) => {
      // Kept by the browser in mid-send: its answer may never come to this page.
      if (event.persisted) {
        attempt.current = undefined;
        setState((current) => (current === 'sending' ? 'idle' : current));
      }
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  useLayoutEffect(() => {
    // The button that had the focus is disabled while sending: without this it would fall to the body.
    if (state === 'sending' || state === 'sent') outcome.current?.focus();
    if (state === 'failed') button.current?.focus();
  }, [state]);

  const wrong = Object.values(problems).some(Boolean);
  useEffect(() => {
    if (!wrong) return;
    // The title is what is read out first when the page is come back to.
    const title = document.title;
    document.title = `${text.errorTitle} ${title}`;
    return () => {
      document.title = title;
    };
  }, [wrong, text.errorTitle]);

  const closeToast = useCallback(() => {
    setToastClosed(true);
    // The button that closes it goes with it: the focus would fall to the body.
    if (document.activeElement?.closest('.toast')) {
      (state === 'failed' ? button : outcome).current?.focus();
    }
  }, [state]);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = event.currentTarget;
    const found = problemsOf(sent);
    const [first] = fieldNames.filter((name) => found[name]);
    setProblems(found);
    if (first) {
      // What is said of the last attempt would stand beside the errors of this one.
      setState((current) => (current === 'sending' ? current : 'idle'));
      controlOf(sent, first).focus();
    } else if (!attempt.current) {
      const current = Symbol('attempt');
      attempt.current = current;
      setState('sending');
      setToastClosed(false);
      const fields = valuesOf(sent);
      const accepted = await sendContactRequest(fields, language, idempotencyKey(fields));
      if (attempt.current !== current) return;
      attempt.current = undefined;
      if (accepted) {
        forgetKey();
        sent.reset();
        setState('sent');
      } else {
        setState('failed');
      }
    }
  }

  function mend(event: InputEvent<HTMLFormElement>) {
    const name = (event.target as HTMLInputElement).name as FieldName;
    if (problems[name]) {
      setProblems({ ...problems, [name]: problemOf(event.currentTarget, name) });
    }
  }

  const error = (name: FieldName) => problems[name] && text.problems[name][problems[name]];
  const field = (name: FieldName) => ({ name, label: labels[name], error: error(name) });

  return (
    // Native posting stays possible until React has taken over: a press at any moment is a sent request.
    <form
      ref={form}
      method="post"
      action={contactAction(language)}
      aria-labelledby="form-heading"
      className={style.form}
      onSubmit={send}
      onInput={mend}
    >
      <p className={style.intro}>{text.intro}</p>
      <Field {...field('name')}>{(control) => <input type="text" autoComplete="name" {...control} />}</Field>
      <Field {...field('phone')}>
        {(control) => <input type="tel" inputMode="tel" autoComplete="tel" {...control} />}
      </Field>
      <Field {...field('email')}>
        {(control) => <input type="email" inputMode="email" autoComplete="email" {...control} />}
      </Field>
      <Field {...field('service')}>
        {(control) => (
          <select defaultValue="" {...control}>
            <option value="">{placeholders.service}</option>
            {serviceValues.map((value) => (
              <option key={value} value={value}>
                {services[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field {...field('message')}>
        {(control) => <textarea rows={4} placeholder={placeholders.message} {...control} />}
      </Field>
      <Honeypot label={text.leaveEmpty} />
      <button
        ref={button}
        type="submit"
        disabled={state === 'sending'}
        className={`${buttonStyle.button} ${buttonStyle.send}`}
      >
        {state === 'sending' ? text.sending : text.send}
      </button>
      <Outcome ref={outcome} state={state} words={words} />
      {(state === 'sent' || state === 'failed') && !toastClosed && (
        <Toast outcome={state} words={words.outcome} onClose={closeToast} />
      )}
    </form>
  );
}
