import {
  type InputEvent,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { type FieldName, fieldNames, requestAnchor } from '../../contract/contact-fields.ts';
import buttonStyle from '../components/Button.module.css';
import { TextLink } from '../components/TextLink.tsx';
import { pathOf } from '../routes.ts';
import './scripted.css';
import { Boundary } from './Boundary.tsx';
import style from './ContactForm.module.css';
import { controlOf, limitOf, problemsOf, valuesOf } from './check-fields.ts';
import { isTyped } from './draft.ts';
import { Field } from './Field.tsx';
import { emptyFields, type FormStore, isLocked, untouched } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { Honeypot } from './Honeypot.tsx';
import { joinMessage, linesOf } from './lines.ts';
import { MessageLines } from './MessageLines.tsx';
import { Outcome } from './Outcome.tsx';
import { send } from './send.ts';
import { contactAction } from './send-contact-request.ts';
import { asText, summarize } from './summarize.ts';
import { Toast } from './Toast.tsx';
import {
  chosenByLink,
  headingOf,
  useAnsweredWords,
  useAtInput,
  useErrorTitle,
  useHelpers,
  useOutcomeInView,
  useSavedDraft,
} from './use-form-effects.ts';

interface Props {
  store: FormStore;
  language: Language;
  words: FormWords;
}

export function ContactForm({ store, language, words }: Props) {
  const { form: text, roadside } = words;
  const state = useSyncExternalStore(store.subscribe, store.get, () => untouched);
  const { ready, draft, problems, phase } = state;
  const locked = isLocked(state);
  const lines = useMemo(() => linesOf(draft, language, roadside), [draft, language, roadside]);
  const fields = { ...emptyFields, ...draft.fields };
  const joined = { ...fields, message: joinMessage(fields.message, lines) };
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [closedToast, setClosedToast] = useState<object>();
  const isStarted = isTyped(draft) || phase.name !== 'idle';
  const helpers = useHelpers(form);
  const answered = useAnsweredWords(language, isStarted);
  // What comes by itself: a location's lines, a restored draft's, the helpers.
  const held = useAtInput(form, { helpers, lines });

  useSavedDraft(form, store, save);

  // A draft that is emptied, by success or by Clear, leaves empty fields.
  useLayoutEffect(() => {
    if (state.emptied > 0) form.current?.reset();
  }, [state.emptied]);

  useOutcomeInView(store, phase, panel, button);

  const found = Object.keys(problems).length;
  const isWrong = found > 0;
  const [checks, setChecks] = useState(0);
  useErrorTitle(isWrong, text.errorTitle);

  // A line may fill the message, or leave it too little room.
  const room = limitOf('message', lines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the lines change
  useEffect(() => revalidate('message'), [room]);

  const outcomeOf = phase.name === 'sent' ? phase.sent : phase;
  const closeToast = useCallback(() => {
    setClosedToast(outcomeOf);
    // The close button disappears with the toast: focus would move to the body.
    if (document.activeElement?.closest('.toast')) {
      (phase.name === 'failed' ? button.current : headingOf(panel.current as HTMLElement))?.focus();
    }
  }, [outcomeOf, phase.name]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (locked) return;
    save();
    const wrong = problemsOf(event.currentTarget, lines);
    const [first] = fieldNames.filter((name) => wrong[name]);
    store.dispatch({ type: 'checked', problems: wrong });
    if (first) {
      // The last attempt's result would appear beside this attempt's errors.
      store.dispatch({ type: 'outcomeDismissed' });
      setChecks(checks + 1);
      const control = controlOf(event.currentTarget, first);
      control.focus();
      // The label says what the field is, and is above the control that the browser scrolls to.
      control.labels?.[0]?.scrollIntoView({ block: 'nearest' });
    } else {
      setChecks(0);
      const values = valuesOf(event.currentTarget);
      send(store, { ...values, message: joinMessage(values.message, lines) }, language);
    }
  }

  function save() {
    const element = form.current as HTMLFormElement;
    const service = controlOf(element, 'service');
    const serviceByLink = service.dataset[chosenByLink] === service.value;
    store.dispatch({ type: 'typed', fields: valuesOf(element), serviceByLink });
  }

  function changed({ target }: InputEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (!name) return;
    save();
    revalidate(name as FieldName);
  }

  function revalidate(name: FieldName) {
    const { [name]: before, ...others } = problems;
    if (before && form.current) {
      store.dispatch({
        type: 'checked',
        problems: { ...others, ...problemsOf(form.current, lines, [name]) },
      });
    }
  }

  function clear() {
    store.dispatch({ type: 'cleared' });
    if (form.current) controlOf(form.current, 'name').focus();
  }

  const field = (name: FieldName) => {
    const problem = problems[name];
    return {
      name,
      words: text,
      locked,
      error: problem && interpolate(text.problems[name][problem], { limit: limitOf(name, lines) }),
    };
  };
  const outcomeShown = phase.name === 'sent' || phase.name === 'failed' ? phase.name : undefined;

  return (
    // Works natively until React hydrates it: pressing Send always sends a request.
    <form
      ref={form}
      method="post"
      action={contactAction(language)}
      aria-labelledby={requestAnchor}
      onSubmit={submit}
      onInput={changed}
    >
      {/* With the attribute it is in the accessibility tree: one block for Orca, see docs/accessibility.md. */}
      <div aria-atomic="false" className={style.form}>
        <p className={style.intro}>{text.intro}</p>
        {fieldNames.map((name) =>
          name === 'service' ? (
            <div key={name} className={style.service}>
              <Field {...field(name)} />
              {held?.helpers && draft.fields.service && (
                <Boundary>
                  <held.helpers.Helpers state={state} store={store} language={language} words={words} />
                </Boundary>
              )}
            </div>
          ) : name === 'message' ? (
            // Another one after a success: what becomes shorter out of sight counts as a shift otherwise.
            <div key={`${name}${state.emptied}`} className={style.service}>
              <Field {...field(name)} />
              <noscript>
                <p>{words.messageHint}</p>
              </noscript>
              <MessageLines
                lines={lines.length ? (held?.lines ?? []) : []}
                store={store}
                locked={locked}
                words={roadside.lines}
              />
            </div>
          ) : (
            <Field key={name} {...field(name)} />
          ),
        )}
        <Honeypot label={text.leaveEmpty} />
        <button
          ref={button}
          type="submit"
          disabled={phase.name === 'sending'}
          className={`${buttonStyle.button} ${buttonStyle.send}`}
        >
          {phase.name === 'sending' ? text.sending : text.send}
        </button>
        {checks > 0 && isWrong && (
          <p key={checks} role="alert" aria-live="assertive" className="field-error">
            {found === 1 ? text.fixOne : interpolate(text.fixMany, { count: found })}
          </p>
        )}
        <Outcome
          ref={panel}
          phase={phase}
          isStarted={isStarted}
          fields={joined}
          language={language}
          words={words}
          answered={answered}
        />
        <div className={`${style.room} roadside-row`}>
          {ready && (
            <>
              {helpers && (
                <Boundary>
                  <helpers.DispatchCard state={state} language={language} words={words} answered={answered} />
                </Boundary>
              )}
              <TextLink label={roadside.text} body={asText(summarize(joined, text))} />
              {isTyped(draft) && !locked && (
                <button type="button" className={`${buttonStyle.button} roadside-clear`} onClick={clear}>
                  {roadside.clear}
                </button>
              )}
            </>
          )}
        </div>
        <p className={style.intro}>
          {text.privacy} <a href={pathOf('about', language, privacyAnchor)}>{text.privacyLink}</a>
        </p>
        {outcomeShown && closedToast !== outcomeOf && (
          <Toast key={outcomeShown} outcome={outcomeShown} words={words.outcome} onClose={closeToast} />
        )}
      </div>
    </form>
  );
}
