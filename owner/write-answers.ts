import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { business } from '../content/business.ts';
import { exampleFacts } from '../content/example-facts.ts';
import { formatE164 } from '../content/phone-number.ts';
import { serviceAreas } from '../content/service-areas.ts';
import type { SetupAnswers } from './answers.ts';
import { formatJson } from './corrections/merge-json.ts';

/** The file with the facts that setup replaced. `npm run check` looks for them. */
const formerFile = 'content/former-facts.json';

/** Writes the answers into content/, and records the facts that they replace. */
export function writeAnswers({ areas, ...facts }: SetupAnswers): void {
  const answers = { ...facts, areas, phone: formatE164(facts.phone) };
  const former = new Set([...readReplacedFacts(), ...listFacts({ ...business, areas: serviceAreas })]);
  updateJson('content/business.json', { ...facts, phone: answers.phone });
  updateJson('content/service-areas.json', { areas });
  updateJson(formerFile, { facts: [...former].filter((fact) => !isPresent(fact, answers)) });
}

/**
 * Lists four facts of the example (example-facts.ts) and the facts that setup replaced, unless the business has them
 * now.
 */
export function listFormerFacts(): string[] {
  const former = new Set([...readReplacedFacts(), ...exampleFacts]);
  return [...former].filter((fact) => !isPresent(fact, { ...business, areas: serviceAreas }));
}

const readReplacedFacts = (): string[] => readJson(formerFile).facts ?? [];

const listFacts = ({ name, phone, email, areas }: SetupAnswers) => [
  ...[name, phone, email],
  ...areas.map(({ city }) => city),
];

/** Whether the answers contain a fact, ignoring case. Also matches inside longer facts and in town names. */
function isPresent(fact: string, answers: SetupAnswers): boolean {
  const present = JSON.stringify([listFacts(answers), answers.areas, answers.agency]);
  return present.toLowerCase().includes(fact.toLowerCase());
}

const readJson = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Changes some keys of a JSON file. */
function updateJson(file: string, changed: object): void {
  writeFileSync(file, formatJson({ ...readJson(file), ...changed }));
}
