import type { ServiceValue } from '../../contract/contact-fields.ts';
import { hintId } from './added-lines.ts';
import type { FormWords } from './form-words.ts';
import { ShortInput } from './ShortInput.tsx';
import type { DraftHandle } from './use-draft.ts';

interface Props {
  service: ServiceValue | '';
  draft: DraftHandle;
  words: FormWords['roadside'];
  onOpen: () => void;
}

/** What to have ready for the chosen service, and how to stay safe until we arrive. Collapsed at first. */
export function ServiceHints({ service, draft, words: { hints, safety }, onOpen }: Props) {
  if (!service) return <p className="roadside-note">{hints.choose}</p>;
  return (
    <div className="roadside-hints">
      {service === 'emergency' && (
        <details className="roadside-safety">
          <summary>{safety.summary}</summary>
          <ul>
            {safety.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </details>
      )}
      <details key={service} onToggle={onOpen}>
        <summary>{hints.summary}</summary>
        <div className="roadside-inputs">
          {hints[service].map((label, index) => (
            <ShortInput key={label} id={hintId(service, index)} label={label} draft={draft} />
          ))}
        </div>
      </details>
    </div>
  );
}
