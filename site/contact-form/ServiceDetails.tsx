import { useState } from 'react';
import type { Language } from '../../content/languages.ts';
import type { ServiceValue } from '../../contract/contact-fields.ts';
import { type FormState, isLocked } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { LocationPicker } from './LocationPicker.tsx';
import type { FormWords } from './load-words.ts';
import { asksForYard, createQuestionId } from './message-lines.ts';
import { ShortInput } from './ShortInput.tsx';

interface Props {
  service: ServiceValue;
  state: FormState;
  store: FormStore;
  language: Language;
  words: FormWords;
}

/** Asks for details about the chosen service: the location, and facts that the visitor should have ready. */
export function ServiceDetails({ service, state, store, language, words }: Props) {
  const { answers } = state.draft;
  const { hints, safety } = words.extras;
  const questions = hints[service].map((label, index) => ({
    label,
    question: createQuestionId(service, index),
  }));
  // Show the draft's answers from the start, because they are sent with the message.
  const [isOpen] = useState(() => questions.some(({ question }) => answers[question]));
  const inputs = (
    <div className="service-questions">
      {questions.map(({ label, question }) => (
        <ShortInput
          key={question}
          label={label}
          value={answers[question]}
          onAnswer={(answer) => store.dispatch({ type: 'answered', question, answer })}
        />
      ))}
    </div>
  );
  return (
    <fieldset className="service-details" disabled={isLocked(state)}>
      {asksForYard(service) ? (
        <>
          <p className="service-note">{hints.summary}</p>
          {inputs}
        </>
      ) : (
        <>
          {service === 'emergency' && <p className="service-warning">{safety}</p>}
          <LocationPicker state={state} store={store} language={language} words={words} />
          <details open={isOpen}>
            <summary>{hints.summary}</summary>
            {inputs}
          </details>
        </>
      )}
    </fieldset>
  );
}
