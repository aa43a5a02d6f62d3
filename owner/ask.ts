import { cancel, intro, isCancel, multiselect, text } from '@clack/prompts';
import { formatPhone } from '../content/phone-number.ts';
import type { Business, ServiceArea } from '../content/schema.ts';
import { isExampleSite, type SetupAnswers, validateAnswers } from './answers.ts';
import { explainError } from './explain-error.ts';
import { splitCityAndState, splitLanguages, splitTowns } from './split-answer.ts';

/** The owner's likely time zone. Servers often use UTC, where no owner lives, so UTC isn't suggested. */
const { timeZone: machineZone } = Intl.DateTimeFormat().resolvedOptions();
const likelyZone = machineZone === 'UTC' ? undefined : machineZone;

/** Asks for the facts that have no sensible default, and checks each answer immediately. */
export async function ask(before: SetupAnswers): Promise<SetupAnswers> {
  intro(
    'Your business, in about twelve questions. Press Enter to keep the answer shown, or Ctrl+C to stop without saving.',
  );
  const ownFacts = isExampleSite ? undefined : before;
  return {
    ...before,
    name: await askLine('Name of the business', ownFacts?.name, (name) => validateAnswers({ name })),
    phone: await askLine('Phone number', ownFacts && formatPhone(ownFacts.phone), (phone) =>
      validateAnswers({ phone }),
    ),
    email: await askLine('Email, where requests go', ownFacts?.email, (email) => validateAnswers({ email })),
    languages: await askLanguages(
      'Languages of the pages, starting with the main one, like en for English only',
      before.languages,
    ),
    phoneLanguages: await askLanguages('Languages in which you answer the phone', before.phoneLanguages),
    areas: await askAreas(ownFacts?.areas ?? []),
    timeZone: await askLine(
      'Time zone of your business, like America/New_York or America/Chicago',
      ownFacts?.timeZone ?? likelyZone,
      (timeZone) => validateAnswers({ timeZone }),
    ),
    ...(await askClaims(before)),
  };
}

/** The answer that ends the list of cities, or leaves out an optional fact. */
const none = 'none';

async function askLanguages(question: string, before: Business['languages']) {
  const parseCodes = (typed: string) => splitLanguages(typed) as Business['languages'];
  return parseCodes(
    await askLine(question, before.join(', '), (typed) => validateAnswers({ languages: parseCodes(typed) })),
  );
}

async function askAreas(before: readonly ServiceArea[]): Promise<ServiceArea[]> {
  const areas: ServiceArea[] = [];
  for (;;) {
    const area = await askArea(before[areas.length], areas);
    if (!area) {
      return areas;
    }
    areas.push(area);
  }
}

/** Asks for an area. Returns undefined if there are no more. */
async function askArea(before: ServiceArea | undefined, others: readonly ServiceArea[]) {
  const isFirst = others.length === 0;
  const place = await askLine(
    isFirst ? 'A city that you serve, like Fresno, CA' : 'Another city, or "none"',
    before ? `${before.city}, ${before.state}` : isFirst ? undefined : none,
    (typed) =>
      !isFirst && typed === none
        ? []
        : validateAnswers({
            areas: [...others, { ...splitCityAndState(typed), averageMinutes: 1, towns: [] }],
          }),
  );
  if (!isFirst && place === none) {
    return undefined;
  }
  const average = before?.averageMinutes.toString();
  const minutes = await askLine('Average minutes until you arrive', average, validateWholeNumber);
  const area = { ...before, ...splitCityAndState(place), averageMinutes: Number(minutes) };
  // The old towns are probably too far from another city.
  const oldTowns = before?.city === area.city && before.state === area.state ? before.towns : [];
  const townsByName = new Map(oldTowns.map((town) => [typeof town === 'string' ? town : town.name, town]));
  // Keep the objects of known towns, because they may have coordinates.
  const parseTowns = (typed: string) => splitTowns(typed).map((name) => townsByName.get(name) ?? name);
  const towns = await askLine(
    'Towns around it, like Clovis; Madera; Galena, KS, or "none"',
    [...townsByName.keys()].join('; '),
    (typed) => validateAnswers({ areas: [...others, { ...area, towns: parseTowns(typed) }] }),
    true,
  );
  return { ...area, towns: parseTowns(towns) };
}

/** Asks about experience, credentials, shoulders, and hours. The other claims are in content/business.json. */
async function askClaims({ claims, credentials, hours, worksOnShoulders }: SetupAnswers) {
  const years = await askLine(
    'Your team\'s combined years of experience, rounded down, or "none"',
    String(claims.yearsOfExperience),
    validateWholeNumber,
    true,
  );
  const labels = {
    aseCertified: 'Our technicians are ASE certified',
    licensedAndInsured: 'We are licensed and insured',
    worksOnShoulders: 'We work on the shoulders of freeways',
  };
  const statements = Object.keys(labels) as (keyof typeof labels)[];
  const current = { ...credentials, worksOnShoulders };
  const options = statements.map((value) => ({ value, label: labels[value] }));
  const initialValues = statements.filter((value) => current[value]);
  const message = 'Select each statement that is true (space to select)';
  const chosen = await waitForAnswer(multiselect({ message, options, initialValues, required: false }));
  const parseHours = (typed: string) => {
    const [, days, opens = '', closes = ''] = /^([a-z]+-[a-z]+)?([^-]*)-?(.*)$/i.exec(typed) ?? [];
    const pad = (time: string) => time.trim().replace(/^\d:/, '0$&');
    return { ...(days && { days }), opens: pad(opens), closes: pad(closes) };
  };
  const typedHours = await askLine(
    'Hours of the emergency line, like Mo-Sa 07:00-19:00, or 07:00-19:00 for every day, or 00:00-23:59 for 24/7',
    isExampleSite ? undefined : `${hours.days ?? ''} ${hours.opens}-${hours.closes}`.trim(),
    (typed) =>
      /\d:\d\d *- *\d{1,2}:\d\d$/.test(typed)
        ? validateAnswers({ hours: parseHours(typed) })
        : ['Type the hours like Mo-Sa 07:00-19:00, or 07:00-19:00 for every day.'],
  );
  return {
    claims: { ...claims, yearsOfExperience: Number(years) || ('' as const) },
    credentials: {
      aseCertified: chosen.includes('aseCertified'),
      licensedAndInsured: chosen.includes('licensedAndInsured'),
    },
    worksOnShoulders: chosen.includes('worksOnShoulders'),
    hours: parseHours(typedHours),
  };
}

const validateWholeNumber = (typed: string) => (/^[1-9]\d*$/.test(typed) ? [] : ['Type a whole number.']);

async function askLine(
  message: string,
  suggested: string | undefined,
  validate: (typed: string) => string[],
  isOptional = false,
): Promise<string> {
  const withSuggestion = (typed = '') => typed.trim() || suggested || '';
  const typed = await waitForAnswer(
    text({
      message,
      ...(suggested && { placeholder: suggested, defaultValue: suggested }),
      validate: (value) => {
        const answer = withSuggestion(value);
        if (isOptional && (!answer || answer === none)) {
          return undefined;
        }
        if (!answer) {
          return 'Type an answer.';
        }
        const [error] = validate(answer);
        return error && explainError(error);
      },
    }),
  );
  const answer = withSuggestion(typed);
  return isOptional && answer === none ? '' : answer;
}

async function waitForAnswer<Answer>(prompt: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await prompt;
  if (isCancel(answer)) {
    cancel('Stopped. Nothing was saved.');
    process.exit(1);
  }
  return answer as Exclude<Answer, symbol>;
}
