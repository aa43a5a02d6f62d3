import type { Language } from '../../content/languages.ts';
import type { ServiceValue } from '../../contract/contact-fields.ts';
import { type FormState, type FormStore, isLocked } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { asksForYard, questionId } from './lines.ts';
import { Position } from './Position.tsx';
import { Safety } from './Safety.tsx';
import { ShortInput } from './ShortInput.tsx';

export { DispatchCard } from './DispatchCard.tsx';
export { MessageLines } from './MessageLines.tsx';

interface Props {
  state: FormState;
  store: FormStore;
  language: Language;
  words: FormWords;
}

/** What helps to describe the chosen service: the place, how to stay safe until we arrive, what to have ready. */
export function ServiceDetails({ state, store, language, words }: Props) {
  const { draft } = state;
  const { hints, safety } = words.roadside;
  const service = draft.fields.service as ServiceValue;
  const questions = (
    <div className="roadside-inputs">
      {hints[service].map((label, index) => {
        const question = questionId(service, index);
        return (
          <ShortInput
            key={question}
            label={label}
            value={draft.answers[question]}
            onAnswer={(answer) => store.dispatch({ type: 'answered', question, answer })}
          />
        );
      })}
    </div>
  );
  return (
    <fieldset className="roadside" disabled={isLocked(state)}>
      {asksForYard(service) ? (
        questions
      ) : (
        <>
          <Position state={state} store={store} language={language} words={words} />
          <div className="roadside-disclosures">
            {service === 'emergency' && <Safety words={safety} />}
            <details key={service}>
              <summary>{hints.summary}</summary>
              {questions}
            </details>
          </div>
        </>
      )}
    </fieldset>
  );
}
