import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { business } from '../content/business.ts';
import { e164 } from '../content/phone-number.ts';
import { placeholderFacts } from '../content/placeholders.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { type Answers, presentFacts } from './answers.ts';

/** Facts that setup has replaced, so that `npm run check` finds them. */
const formerFile = 'content/former-facts.json';

/** Writes the answers into content/, and keeps the facts that they replace. */
export function writeAnswers({ areas, ...facts }: Answers): void {
  const answers = { ...facts, areas, phone: e164(facts.phone) };
  const former = new Set([...replacedFacts(), ...factsOf({ ...business, areas: serviceAreas })]);
  change('content/business.json', { ...facts, phone: answers.phone });
  change('content/service-areas.json', { areas });
  change(formerFile, { facts: [...former].filter((fact) => !isPresent(fact, answers)) });
}

/** Facts that must not be found anywhere any more: those that setup replaced, and the example's. */
export function formerFacts(): string[] {
  const former = new Set([...replacedFacts(), ...placeholderFacts]);
  return [...former].filter((fact) => !isPresent(fact, presentFacts));
}

const replacedFacts = (): string[] => read(formerFile).facts ?? [];

const factsOf = ({ name, phone, email, areas }: Answers) => [
  ...[name, phone, email],
  ...areas.map(({ city }) => city),
];

/** Also as part of another fact, or as one of the towns, in whatever spelling. */
function isPresent(fact: string, answers: Answers): boolean {
  const present = JSON.stringify([factsOf(answers), answers.areas, answers.agency]);
  return present.toLowerCase().includes(fact.toLowerCase());
}

const read = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Short lists stay on one line. */
function change(file: string, changed: object): void {
  const text = JSON.stringify({ ...read(file), ...changed }, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`,
  );
  writeFileSync(file, `${text}\n`);
}
