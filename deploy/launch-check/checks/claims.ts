import { interpolate } from '../../../content/interpolate.ts';
import { serviceAreas } from '../../../content/service-areas.ts';
import { en } from '../../../content/words/en.ts';
import type { Check, Facts } from '../circumstances.ts';

/** What only the owner can answer for, asked once: when the sentence changes, it is asked again. */
interface Confirmation {
  statement: string;
  question: string;
  isEnough(answer: string): boolean;
}

/** A claim that is not true is a deceptive practice, whoever wrote the page. */
export const claims: Check = {
  name: 'your yes to each claim, and to the privacy section',
  run: async ({ business, answerBook, typed, now }) => {
    const answers = answerBook.read();
    const missing: string[] = [];
    for (const { statement, question, isEnough } of confirmationsOf(business)) {
      if (answers[statement]) continue;
      const answer = (await typed(`${question} `))?.trim() ?? '';
      if (isEnough(answer)) {
        answers[statement] = { answer, date: now.toISOString().slice(0, 10) };
        answerBook.write(answers);
      } else {
        missing.push(`"${statement}"`);
      }
    }
    return missing.length === 0
      ? []
      : [
          {
            open: `You have not confirmed ${missing.join(', ')}, so the site may say what is not true: run this where you can answer, or change what it says in content/.`,
          },
        ];
  },
};

function confirmationsOf({ claims: numbers, privacySince }: Facts): Confirmation[] {
  const { figure, years, clients, hours } = en.claims;
  const statements = [
    ...[
      { number: numbers.yearsOfExperience, what: years },
      { number: numbers.clients, what: clients },
      { number: numbers.hoursSaved, what: hours },
    ]
      .filter(({ number }) => number !== '')
      .map(({ number, what }) => `${interpolate(figure, { figure: number })} ${what}`),
    ...serviceAreas.map(
      ({ city, averageMinutes }) =>
        `${city}: ${interpolate(en.serviceArea.minutes, { minutes: averageMinutes })} ${en.serviceArea.averageResponse}`,
    ),
    en.hero.ase,
  ];
  return [
    ...statements.map((statement) => ({
      statement,
      question: `The pages say "${statement}". Can you show that it is true (yes or no)?`,
      isEnough: isYes,
    })),
    {
      statement: en.hero.licensed,
      question: `The pages say "${en.hero.licensed}". Which license, and insured with whom?`,
      isEnough: (answer) => answer.length > 3 && !/^(?:yes|no|none)\b/i.test(answer),
    },
    {
      statement: `${en.privacy.heading}, ${privacySince}`,
      question: `Has somebody who knows the law where you work read the section "${en.privacy.heading}" of /about, in force since ${privacySince} (yes or no)?`,
      isEnough: isYes,
    },
  ];
}

function isYes(answer: string): boolean {
  return /^y(?:es)?$/i.test(answer);
}
