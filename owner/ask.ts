import { cancel, confirm, intro, isCancel, multiselect, text } from '@clack/prompts';
import { printedPhone } from '../content/phone-number.ts';
import type { Business, ServiceArea } from '../content/schema.ts';
import { stateNames } from '../site/gazetteer/states.ts';
import { answerSentence } from './answer-sentence.ts';
import { type Answers, errorsIn, isExample } from './answers.ts';

/** Servers are set to UTC, which is nobody's zone: no default for an owner. */
const { timeZone: machineZone } = Intl.DateTimeFormat().resolvedOptions();
const likelyZone = machineZone === 'UTC' ? undefined : machineZone;

/** Asks what has no sensible default, each answer checked at once. */
export async function ask(before: Answers): Promise<Answers> {
  intro('Your business, in about twelve questions. Enter keeps what is shown, Ctrl+C stops without writing.');
  const own = isExample ? undefined : before;
  return {
    ...before,
    name: await line('Name of the business', own?.name, (name) => errorsIn({ name })),
    phone: await line('Phone number', own && printedPhone(own.phone), (phone) => errorsIn({ phone })),
    email: await line('Email, where requests go', own?.email, (email) => errorsIn({ email })),
    languages: await askLanguages('Languages of the pages, the first one first', before.languages),
    phoneLanguages: await askLanguages('Languages in which you answer the phone', before.phoneLanguages),
    areas: await askAreas(own?.areas ?? []),
    timeZone: await line(
      'Time zone of your emails, like America/Denver',
      own?.timeZone ?? likelyZone,
      (timeZone) => errorsIn({ timeZone }),
    ),
    ...(await askClaims(before)),
  };
}

async function askLanguages(question: string, before: Business['languages']) {
  const codes = (typed: string) => namesIn(typed) as Business['languages'];
  return codes(await line(question, before.join(', '), (typed) => errorsIn({ languages: codes(typed) })));
}

async function askAreas(before: readonly ServiceArea[]): Promise<ServiceArea[]> {
  const areas: ServiceArea[] = [];
  do {
    areas.push(await askArea(before[areas.length], areas));
  } while (await answered(confirm({ message: 'Another city?', initialValue: areas.length < before.length })));
  return areas;
}

async function askArea(before: ServiceArea | undefined, others: readonly ServiceArea[]) {
  const place = await line(
    'A city that you work around, like Fresno, CA',
    before && `${before.city}, ${before.state}`,
    (typed) => errorsIn({ areas: [...others, { ...cityAndState(typed), averageMinutes: 1, towns: [] }] }),
  );
  const average = before?.averageMinutes.toString();
  const minutes = await line('Minutes until you are there, on average', average, wholeNumber);
  const area = { ...before, ...cityAndState(place), averageMinutes: Number(minutes) };
  const known = new Map(before?.towns.map((town) => [typeof town === 'string' ? town : town.name, town]));
  // A town keeps the place that was given for it.
  const townsIn = (typed: string) => namesIn(typed).map((name) => known.get(name) ?? name);
  const towns = await line(
    'Towns around it, like Clovis; Madera; Galena, KS',
    [...known.keys()].join('; '),
    (typed) => errorsIn({ areas: [...others, { ...area, towns: townsIn(typed) }] }),
  );
  return { ...area, towns: townsIn(towns) };
}

/** "Fresno, California" as Fresno and CA. */
function cityAndState(typed: string) {
  const [, city = typed, state = ''] = /^(.*?),\s*(.*)$/.exec(typed.trim()) ?? [];
  const byName = Object.entries(stateNames).find(([, name]) => name.toLowerCase() === state.toLowerCase());
  return { city, state: byName?.[0] ?? state.toUpperCase() };
}

/** Between commas, but a state belongs to the town before it. */
const namesIn = (typed: string) =>
  typed
    .split(/;|,(?!\s*[A-Z]{2}(?![\w]))/)
    .map((name) => name.trim())
    .filter(Boolean);

/** Only what the owner can show to be true. The other claims are in content/business.json. */
async function askClaims({ claims, credentials, hours, worksOnShoulders }: Answers) {
  const years = await line(
    'Years of experience, all of you together: at least; empty: not said',
    String(claims.yearsOfExperience),
    wholeNumber,
    true,
  );
  const facts: [isTrue: boolean, label: string][] = [
    [credentials.aseCertified, 'Our technicians are ASE certified'],
    [credentials.licensedAndInsured, 'We are licensed and insured'],
    [worksOnShoulders, 'We work on the shoulders of freeways'],
  ];
  const options = facts.map(([, label], value) => ({ value, label }));
  const initialValues = facts.flatMap(([isTrue], value) => (isTrue ? [value] : []));
  const message = 'What is true of you? (space to choose)';
  const chosen = await answered(multiselect({ message, options, initialValues, required: false }));
  const hoursIn = (typed: string) => {
    const [, days, opens = '', closes = ''] = /^([a-z]+-[a-z]+)?([^-]*)-?(.*)$/i.exec(typed) ?? [];
    return { ...(days && { days }), opens: opens.trim(), closes: closes.trim() };
  };
  const from = await line(
    'Hours of the emergency line, like Mo-Sa 07:00-19:00 or, every day, 07:00-19:00; day and night: 00:00-23:59',
    isExample ? undefined : `${hours.days ?? ''} ${hours.opens}-${hours.closes}`.trim(),
    (typed) => errorsIn({ hours: hoursIn(typed) }),
  );
  return {
    claims: { ...claims, yearsOfExperience: Number(years) || ('' as const) },
    credentials: { aseCertified: chosen.includes(0), licensedAndInsured: chosen.includes(1) },
    worksOnShoulders: chosen.includes(2),
    hours: hoursIn(from),
  };
}

const wholeNumber = (typed: string) => (/^[1-9]\d*$/.test(typed) ? [] : ['Write a whole number.']);

async function line(
  message: string,
  shown: string | undefined,
  problems: (typed: string) => string[],
  optional = false,
): Promise<string> {
  const typed = await answered(
    text({
      message,
      ...(shown && { placeholder: shown, defaultValue: shown }),
      validate: (value) => {
        const given = value?.trim() || shown || '';
        if (!given) {
          return optional ? undefined : 'An answer is needed here.';
        }
        const [problem] = problems(given);
        return problem && answerSentence(problem);
      },
    }),
  );
  return typed?.trim() ?? '';
}

async function answered<Answer>(prompt: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await prompt;
  if (isCancel(answer)) {
    cancel('Stopped. Nothing is written.');
    process.exit(1);
  }
  return answer as Exclude<Answer, symbol>;
}
