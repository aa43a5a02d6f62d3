import {
  type InputEvent,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { type FieldName, fieldNames, fieldOf } from '../../contract/contact-fields.ts';
import buttonStyle from '../components/Button.module.css';
import { facts } from '../facts.ts';
import './roadside.css';
import { afterPaint } from './after-paint.ts';
import style from './ContactForm.module.css';
import { controlOf, type Problems, problemOf, problemsOf, valuesOf } from './check-fields.ts';
import { DispatchCard } from './DispatchCard.tsx';
import { Field } from './Field.tsx';
import type { FormWords } from './form-words.ts';
import { Honeypot } from './Honeypot.tsx';
import { idempotencyKey } from './idempotency-key.ts';
import { MessageField } from './MessageField.tsx';
import { Outcome } from './Outcome.tsx';
import type { SentRequest } from './Receipt.tsx';
import { contactAction } from './send-contact-request.ts';
import { Toast } from './Toast.tsx';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

interface Props {
  language: Language;
  words: FormWords;
}

export function ContactForm({ language, words }: Props) {
  const { form: text, roadside } = words;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const draft = useDraft(form, language, words);
  const sending = useSending(language);
  const { state } = sending;
  const [sent, setSent] = useState<SentRequest>();
  const [problems, setProblems] = useState<Problems>({});
  const [toastClosed, setToastClosed] = useState(false);

  useEffect(() => {
    // From here on we show the error messages; until then the browser does.
    form.current?.setAttribute('novalidate', '');
  }, []);

  useLayoutEffect(() => {
    // The focused button is disabled while sending: without this, focus would move to the body.
    const target = { idle: null, sending: outcome, sent: outcome, failed: button }[state]?.current;
    target?.focus({ preventScroll: true });
    // Scroll to the top of the screen: at the bottom the toast would cover this.
    afterPaint(() => target?.scrollIntoView());
  }, [state]);

  const wrong = Object.values(problems).some(Boolean);
  useEffect(() => {
    if (!wrong) return;
    // A screen reader announces the title first when the visitor returns to the page.
    const title = document.title;
    document.title = `${text.errorTitle} ${title}`;
    return () => {
      document.title = title;
    };
  }, [wrong, text.errorTitle]);

  const closeToast = useCallback(() => {
    setToastClosed(true);
    // The close button disappears with the toast: focus would move to the body.
    if (document.activeElement?.closest('.toast')) {
      (state === 'failed' ? button : outcome).current?.focus();
    }
  }, [state]);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = problemsOf(event.currentTarget);
    const [first] = fieldNames.filter((name) => found[name]);
    setProblems(found);
    if (first) {
      // The last attempt's result would appear beside this attempt's errors.
      sending.dismiss();
      controlOf(event.currentTarget, first).focus();
    } else if (!sending.isSending()) {
      setToastClosed(false);
      const fields = valuesOf(event.currentTarget);
      const key = idempotencyKey(draft.data());
      draft.save();
      const request = { ...draft.data(), fields };
      const result = await sending.send(fields, key);
      if (result?.accepted) {
        setSent({ draft: request, reference: result.reference, time: Date.now() });
        draft.reset();
      }
    }
  }

  function changed(event: InputEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    draft.save();
    revalidate(name as FieldName);
  }

  function revalidate(name: FieldName) {
    if (problems[name] && form.current) {
      setProblems({ ...problems, [name]: problemOf(form.current, name) });
    }
  }

  function clear() {
    sending.dismiss();
    setProblems({});
    draft.reset();
    if (form.current) controlOf(form.current, 'name').focus();
  }

  const field = (name: FieldName) => ({
    name,
    words: text,
    error:
      problems[name] && interpolate(text.problems[name][problems[name]], { limit: fieldOf(name).limit ?? 0 }),
  });

  return (
    // Works natively until React hydrates it: pressing Send always sends a request.
    <form
      ref={form}
      method="post"
      action={contactAction(language)}
      aria-labelledby="form-heading"
      className={style.form}
      onSubmit={send}
      onInput={changed}
    >
      <p className={style.intro}>{text.intro}</p>
      {fieldNames.map((name) =>
        name === 'message' ? (
          <MessageField
            key={`message ${draft.generation}`}
            error={field('message').error}
            draft={draft}
            language={language}
            words={words}
          />
        ) : (
          <Field key={name} {...field(name)} />
        ),
      )}
      <Honeypot label={text.leaveEmpty} />
      <button
        ref={button}
        type="submit"
        disabled={state === 'sending'}
        className={`${buttonStyle.button} ${buttonStyle.send}`}
      >
        {state === 'sending' ? text.sending : text.send}
      </button>
      <Outcome
        ref={outcome}
        state={state}
        slow={sending.slow}
        sent={sent}
        typed={() => draft.data().fields}
        words={words}
      />
      <div className={`${style.room} roadside-row`}>
        {draft.ready && (
          <>
            <DispatchCard
              read={() => (draft.typed || !sent ? draft.data() : sent.draft)}
              language={language}
              words={words}
            />
            {draft.typed && state !== 'sending' && (
              <button type="button" className={buttonStyle.button} onClick={clear}>
                {roadside.clear}
              </button>
            )}
          </>
        )}
      </div>
      <p className={style.intro}>{interpolate(text.privacy, facts)}</p>
      {(state === 'sent' || state === 'failed') && !toastClosed && (
        <Toast outcome={state} words={words.outcome} onClose={closeToast} />
      )}
    </form>
  );
}
