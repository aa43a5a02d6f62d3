import {
  Component,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { type FieldName, fieldNames, type ServiceValue } from '../../contract/contact-fields.ts';
import { requestAnchor } from '../../contract/site-places.ts';
import buttonStyle from '../components/Button.module.css';
import { aboutPage, pathBelow } from '../routes.ts';
import './responses.css';
import './roadside.css';
import style from './ContactForm.module.css';
import { isTyped } from './draft.ts';
import { Field, introId } from './Field.tsx';
import { handlersOf } from './form-handlers.ts';
import { emptyFields, type FormStore, isLocked, untouched } from './form-store.ts';
import { Honeypot } from './Honeypot.tsx';
import { joinMessage, linesOf, roomWith } from './lines.ts';
import type { FormWords } from './load-words.ts';
import { Outcome } from './Outcome.tsx';
import { ServiceDetails } from './ServiceDetails.tsx';
import { contactAction } from './send-contact-request.ts';
import type { ServedForm } from './served-form.ts';
import { Toast } from './Toast.tsx';
import { headingOf, useLaterParts, useOutcomeInView, useServedForm } from './use-form-effects.ts';

interface Props {
  store: FormStore;
  language: Language;
  words: FormWords;
  /** In the browser, where it takes the place of the served form. */
  served?: ServedForm;
}

/**
 * Translators and add-ons move texts and controls into elements of their own. React can then neither remove
 * them nor insert before them. So whatever React adds or removes has no bare text or control beside it.
 */
export function ContactForm({ store, language, words, served }: Props) {
  const { form: text, roadside } = words;
  const state = useSyncExternalStore(store.subscribe, store.get, () => untouched);
  const { ready, draft, problems, failedChecks, isFreshlyChecked, phase } = state;
  const locked = isLocked(state);
  const lines = useMemo(() => linesOf(draft, language, roadside), [draft, language, roadside]);
  const joined = { ...emptyFields, ...draft.fields, message: joinMessage(draft.fields.message ?? '', lines) };
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { submit, change, recheck, clear } = handlersOf(form, store, lines, words, language);
  const found = Object.keys(problems).length;
  // The details of a saved draft appear at the first click or key: a layout shift right after input is not counted.
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  const { AddressSuggestion, DispatchCard } = useLaterParts() ?? {};
  useServedForm(served, form, store, ready);
  useOutcomeInView(store, state, form, panel, button);
  // The lines go with the message and share its limit, so its problem may begin or end when they change.
  const room = roomWith(lines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the lines change
  useEffect(() => recheck('message'), [room]);
  const closeToast = useCallback(() => {
    store.dispatch({ type: 'toastClosed' });
    // The close button disappears with the toast: focus would move to the body.
    if (document.activeElement?.closest('.toast')) {
      (phase.name === 'failed' ? button.current : headingOf(panel.current))?.focus();
    }
  }, [store, phase.name]);
  const field = (name: FieldName) => (
    <Field key={name} name={name} words={text} locked={locked} error={problems[name]}>
      {name === 'email' && AddressSuggestion && (
        <Boundary>
          <AddressSuggestion email={(isUsed && !locked && draft.fields.email) || ''} words={text} />
        </Boundary>
      )}
    </Field>
  );
  return (
    // Works natively until React hydrates it: pressing Send always sends a request.
    <form
      ref={form}
      method="post"
      action={contactAction(language)}
      aria-labelledby={requestAnchor}
      onSubmit={submit}
      onInput={change}
      onInputCapture={use}
      onClick={use}
      onKeyDown={use}
    >
      {/* With the attribute it is in the accessibility tree: one block for Orca. */}
      <div aria-atomic="false" className={style.form}>
        <p id={introId} className={style.intro}>
          {text.intro}
        </p>
        {fieldNames.map((name) =>
          name === 'service' ? (
            <div key={name} className={style.service}>
              {field(name)}
              {isUsed && draft.fields.service && (
                <Boundary key={draft.fields.service}>
                  <ServiceDetails
                    service={draft.fields.service as ServiceValue}
                    state={state}
                    store={store}
                    language={language}
                    words={words}
                  />
                </Boundary>
              )}
            </div>
          ) : name === 'message' ? (
            // A success replaces this element: if it only became shorter, that would count as a layout shift.
            <div key={`${name}${state.emptied}`} className={style.service}>
              {field(name)}
              <noscript>
                <p>{words.messageHint}</p>
              </noscript>
            </div>
          ) : (
            field(name)
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
        <div className={style.part}>
          {failedChecks > 0 && found > 0 && (
            // Announced when Send is pressed, not again for each field that is corrected: that is spoken over typing.
            <p
              key={`${failedChecks} ${isFreshlyChecked}`}
              role={isFreshlyChecked ? 'alert' : undefined}
              aria-live={isFreshlyChecked ? 'assertive' : undefined}
              className="field-error"
            >
              {found === 1 ? text.fixOne : interpolate(text.fixMany, { count: found })}
            </p>
          )}
        </div>
        <Outcome ref={panel} phase={phase} fields={joined} language={language} words={words} />
        <p className={style.intro}>
          <span>{text.privacy}</span>{' '}
          <a href={pathBelow(language, aboutPage, privacyAnchor)}>{text.privacyLink}</a>
        </p>
        <div className={`${style.room} roadside-row`}>
          <div className={style.part}>
            {DispatchCard && (
              <Boundary>
                <DispatchCard state={state} language={language} words={words} />
              </Boundary>
            )}
          </div>
          {ready && isTyped(draft) && !locked && (
            <div className={style.part}>
              <button type="button" className={`${buttonStyle.button} roadside-clear`} onClick={clear}>
                {roadside.clear}
              </button>
            </div>
          )}
        </div>
        {(phase.name === 'sent' || phase.name === 'failed') && !state.toastClosed && (
          <Toast key={phase.name} outcome={phase.name} words={words.outcome} onClose={closeToast} />
        )}
      </div>
    </form>
  );
}

/** Removes a helper that throws. The form around it stays and sends; React reports the error. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
