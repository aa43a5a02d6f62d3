import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { groupedPhone } from '../../content/phone-number.ts';
import { isolated } from './bidi.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './form-words.ts';
import { linesOf } from './lines.ts';

/** The words of the language calls are answered in; undefined where that is the page's. */
export type AnsweredWords = { language: Language; words: FormWords } | undefined;

interface Props {
  draft: Draft;
  reference?: string | undefined;
  /** Of the page. */
  language: Language;
  /** What it is for, in the language of the page. */
  note: string;
  answered: AnsweredWords;
}

/** Where calls are answered in another language: the request in that language, to show or to read out. */
export function Spoken({ draft, reference, language, note, answered }: Props) {
  if (!answered) return null;
  const { words } = answered;
  const { spoken } = words.roadside;
  const { fields } = draft;
  const where = linesOf(draft, answered.language, words.roadside)
    .filter(({ id }) => ['location', 'sign'].includes(id))
    .map(({ value }) => isolated(value))
    .join(', ');
  const service = words.form.services[fields.service as keyof typeof words.form.services];
  const said = [
    spoken.language[language],
    reference && interpolate(spoken.reference, { reference }),
    service && interpolate(spoken.need, { service }),
    where && interpolate(spoken.where, { where }),
    fields.phone && interpolate(spoken.phone, { phone: isolated(groupedPhone(fields.phone)) }),
    fields.name && interpolate(spoken.name, { name: isolated(fields.name) }),
  ];
  return (
    <div>
      <p>{note}</p>
      <p lang={answered.language} className="roadside-spoken">
        {said.filter(Boolean).join(' ')}
      </p>
    </div>
  );
}
