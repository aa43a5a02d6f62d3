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
import { formTitleId } from '../../contract/link-targets.ts';
import buttonStyle from '../components/Button.module.css';
import { aboutPage, buildPath } from '../routes.ts';
import './responses.css';
import './client-rendered.css';
import style from './ContactForm.module.css';
import { focusField } from './check-fields.ts';
import { hasContent } from './draft.ts';
import { Field, introId } from './Field.tsx';
import { createHandlers } from './form-handlers.ts';
import { type Fields, initialState, isLocked, type Phase } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { Honeypot } from './Honeypot.tsx';
import type { FormWords } from './load-words.ts';
import { createMessageLines, getRemainingLength, joinMessage } from './message-lines.ts';
import { Outcome } from './Outcome.tsx';
import { runAfterPaint } from './run-after-paint.ts';
import { ServiceDetails } from './ServiceDetails.tsx';
import { getContactAction } from './send-contact-request.ts';
import type { ServedForm } from './served-form.ts';
import { Toast } from './Toast.tsx';
import { findHeading, useLazyParts, useOutcomeInView, useServedForm } from './use-form-effects.ts';

interface Props {
  store: FormStore;
  language: Language;
  words: FormWords;
  /** The form that the build rendered, which this component takes over in the browser. Undefined in the build. */
  served?: ServedForm;
}

/** The contact form with its fields, the Send button, and the result. The build renders it, and React hydrates it. */
export function ContactForm({ store, language, words, served }: Props) {
  const { form, extras } = words;
  const state = useSyncExternalStore(store.subscribe, store.get, () => initialState);
  const { isReady, draft, errors, failedChecks, isFreshlyChecked, phase } = state;
  const isFormLocked = isLocked(state);
  const lines = useMemo(() => createMessageLines(draft, language, extras), [draft, language, extras]);
  const joined: Partial<Fields> = {
    ...draft.fields,
    message: joinMessage(draft.fields.message ?? '', lines),
  };
  const formRef = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { submit, change, recheck, clear } = createHandlers(formRef, store, lines, words, language);
  const errorCount = Object.keys(errors).length;
  // If a link chose the service, its details appear at once, but only if the name is empty. A restored draft usually
  // has a name, so its details wait until the visitor uses the form. Right after hydration, they would push Send away
  // from a finger.
  const [isUsed, setUsed] = useState(false);
  // After a success, the receipt replaces the fields until the visitor asks for them, or a link chooses a service.
  const [reopened, setReopened] = useState<Phase>();
  const isReceiptAlone = phase.name === 'sent' && phase !== reopened;
  if (isReceiptAlone && phase.isReset && hasContent(draft)) {
    setReopened(phase);
  }
  const markUsed = () => setUsed(true);
  const { AddressSuggestion, CallCard } = useLazyParts(store, formRef) ?? {};
  useServedForm(served, formRef, store, isReady);
  useOutcomeInView(store, state, formRef, panel, button);
  // The lines share the message's length limit, so a changed line can fix or change an error in the message.
  const remainingLength = getRemainingLength(lines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run only when the lines' length changes
  useEffect(() => recheck('message'), [remainingLength]);
  const closeToast = useCallback(() => {
    store.dispatch({ type: 'toastClosed' });
    // The close button disappears with the toast. Without this, focus would move to the body.
    if (document.activeElement?.closest('.toast')) {
      (phase.name === 'failed' ? button.current : findHeading(panel.current))?.focus();
    }
  }, [store, phase.name]);
  const reopen = () => {
    closeToast();
    setReopened(phase);
    runAfterPaint(() => focusField(formRef.current, 'name'));
  };
  const field = (name: FieldName) => (
    <Field key={name} name={name} words={form} isLocked={isFormLocked} error={errors[name]}>
      {name === 'email' && AddressSuggestion && (
        <Boundary>
          <AddressSuggestion email={(isUsed && !isFormLocked && draft.fields.email) || ''} words={form} />
        </Boundary>
      )}
    </Field>
  );
  // Translators and add-ons may wrap texts and controls in extra elements. React then can't remove those texts and
  // controls, or insert anything before them. So each text or control next to something that React adds or removes has
  // its own wrapper.
  return (
    // The form works natively until React hydrates it, so Send works at any time.
    <form
      ref={formRef}
      method="post"
      action={getContactAction(language)}
      aria-labelledby={formTitleId}
      onSubmit={submit}
      onInput={change}
      onInputCapture={markUsed}
      onClick={markUsed}
      onKeyDown={markUsed}
    >
      {/* The attribute keeps this element in the accessibility tree, so Orca sees one block. */}
      <div
        aria-atomic="false"
        data-done={(isReceiptAlone && phase.isReset) || undefined}
        className={style.form}
      >
        <p id={introId} className={style.intro}>
          {form.intro}
        </p>
        {fieldNames.map((name) =>
          name === 'service' ? (
            <div key={name} className={style.service}>
              {field(name)}
              {(isUsed || (isReady && draft.serviceByLink && !joined.name)) && draft.fields.service && (
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
            // With a new key after a success or Clear, React replaces this element. Otherwise, the element would become
            // shorter, which counts as a layout shift.
            <div key={`${name}${state.resetCount}`} className={style.service}>
              {field(name)}
              <noscript>
                <p>{words.messageHint}</p>
              </noscript>
            </div>
          ) : (
            field(name)
          ),
        )}
        <Honeypot label={form.leaveEmpty} />
        <button
          ref={button}
          type="submit"
          disabled={phase.name === 'sending'}
          className={`${buttonStyle.button} ${buttonStyle.send}`}
        >
          {phase.name === 'sending' ? form.sending : form.send}
        </button>
        <div className={style.part}>
          {failedChecks > 0 && errorCount > 0 && (
            // Announce the count when Send is pressed, but not after each correction: a screen reader would talk
            // over the visitor's typing.
            <p
              key={`${failedChecks} ${isFreshlyChecked}`}
              role={isFreshlyChecked ? 'alert' : undefined}
              aria-live={isFreshlyChecked ? 'assertive' : undefined}
              className="field-error"
            >
              {errorCount === 1 ? form.fixOne : interpolate(form.fixMany, { count: errorCount })}
            </p>
          )}
        </div>
        <Outcome
          ref={panel}
          phase={phase}
          fields={joined}
          language={language}
          words={words}
          isReceiptAlone={isReceiptAlone}
          onSendAnother={reopen}
        />
        <div className={style.end}>
          <p className={style.intro}>
            <span>{form.privacy}</span>{' '}
            <a href={buildPath(language, aboutPage, privacyAnchor)}>{form.privacyLink}</a>
          </p>
          {isReady && hasContent(draft) && !isFormLocked && (
            <div className={style.part}>
              <button type="button" className={buttonStyle.button} onClick={clear}>
                {extras.clear}
              </button>
            </div>
          )}
        </div>
        {CallCard && (
          <Boundary>
            <CallCard state={state} language={language} words={words} />
          </Boundary>
        )}
        {(phase.name === 'sent' || phase.name === 'failed') && !state.isToastClosed && (
          <Toast key={phase.name} outcome={phase.name} words={words.outcome} onClose={closeToast} />
        )}
      </div>
    </form>
  );
}

/** Removes an optional part that throws. The rest of the form keeps working, and React reports the error. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
