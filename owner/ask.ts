import { confirm, intro, isCancel, multiselect, password, text } from '@clack/prompts';
import { type Language, languages } from '../content/languages.ts';
import type { ServiceArea } from '../content/service-areas.ts';
import { stateNames } from '../site/gazetteer/states.ts';
import { type Answers, errorsIn, isExample, shownPhone, stateLetters, timeZoneOf } from './answers.ts';

/** Faults that content/ has already: they are not the answers'. */
const known = new Set(errorsIn({}));

/** The owner pressed Ctrl+C. */
class Stopped extends Error {}

/** Asks for each fact, with the present one as the default; each is checked at once. Undefined when stopped. */
export async function ask(before: Answers): Promise<Answers | undefined> {
  intro('Your business, in about ten questions. Enter keeps what is shown, Ctrl+C stops without writing.');
  const own = isExample ? undefined : before;
  try {
    const name = await line('Name of the business', own?.name, (name) => errorsIn({ name }));
    const phone = await line('Phone number', own && shownPhone(own.phone), (phone) => errorsIn({ phone }));
    const email = await line('Email, where requests go', own?.email, (email) => errorsIn({ email }));
    const phoneLanguages = await spoken(own?.phoneLanguages ?? ['en']);
    const areas = await askAreas(own?.areas ?? []);
    const timeZone = await line(
      'Time zone of your emails',
      own?.timeZone ?? timeZoneOf(areas[0]?.state ?? ''),
      (timeZone) => errorsIn({ timeZone }),
    );
    const claims = await askClaims(own?.claims);
    const color = await line('Color of your signs, like #14573a', before.color, (color) =>
      errorsIn({ color }),
    );
    const siteUrl = await line(
      'Address of the site, like https://www.yourdomain.com; empty: later',
      before.siteUrl,
      (siteUrl) => errorsIn({ siteUrl }),
      true,
    );
    const smtpUrl = await askMailServer(before.smtpUrl, email);
    const agency = own?.agency ?? { name: '', url: '' };
    return { name, phone, email, phoneLanguages, areas, timeZone, claims, agency, color, siteUrl, smtpUrl };
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

async function askAreas(before: readonly ServiceArea[]): Promise<ServiceArea[]> {
  const areas: ServiceArea[] = [];
  do {
    areas.push(await askArea(before[areas.length], areas));
  } while (await yes('Another city?', areas.length < before.length));
  return areas;
}

async function askArea(
  before: ServiceArea | undefined,
  others: readonly ServiceArea[],
): Promise<ServiceArea> {
  const problems = (area: ServiceArea) => errorsIn({ areas: [...others, area] });
  const state = stateLetters(
    await line('State of a city that you work around', before?.state ?? others.at(-1)?.state, (typed) =>
      stateNames[stateLetters(typed)] ? [] : ['Write its two letters, like TX, or its name.'],
    ),
  );
  const city = await line('The city', before?.city, (city) =>
    problems({ state, city, averageMinutes: 1, towns: [], map: false }),
  );
  const minutes = await line(
    'Minutes until you are there, on average',
    before && String(before.averageMinutes),
    (typed) => (isCount(typed) ? [] : ['Write a whole number.']),
  );
  const area = { state, city, averageMinutes: Number(minutes) };
  const shown = before?.towns.map((town) => (typeof town === 'string' ? town : town.name)).join(', ');
  const towns = await line('Towns around it, with commas between', shown, (typed) =>
    problems({ ...area, towns: namesIn(typed), map: false }),
  );
  const hasMap = await yes('A map of the area?', before?.map !== false);
  return { ...area, towns: namesIn(towns), ...(!hasMap && { map: false as const }) };
}

const namesIn = (typed: string) =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const isCount = (typed: string) => /^[1-9]\d*$/.test(typed);

/** Only what the owner can show to be true. */
async function askClaims(before: Answers['claims'] | undefined): Promise<Answers['claims']> {
  const count = (typed: string) => (typed ? Number(typed) : ('' as const));
  const number = (question: string, shown: number | '' | undefined, optional = false) =>
    line(
      question,
      String(shown ?? ''),
      (typed) => (isCount(typed) || (optional && !typed) ? [] : ['Write a whole number.']),
      optional,
    );
  return {
    yearsOfExperience: Number(
      await number('Years of experience, all of you together: at least', before?.yearsOfExperience),
    ),
    clients: count(await number('Satisfied clients: at least; empty: not said', before?.clients, true)),
    hoursSaved: count(
      await number('Hours of downtime saved: at least; empty: not said', before?.hoursSaved, true),
    ),
  };
}

/** The parts of its URL, so that nobody has to write %40 for an @. */
async function askMailServer(before: string, email: string): Promise<string> {
  if (before && (await yes('Keep the mail server that .env has?', true))) return before;
  const host = await line(
    'Mail server that sends your email, like smtp.gmail.com; empty: later',
    '',
    () => [],
    true,
  );
  if (!host) return '';
  const user = await line('Its user name', email, () => []);
  const secret = await answered(password({ message: 'Its password' }));
  const [name, port = '587'] = host.split(':');
  const login = [user, secret].map(encodeURIComponent).join(':');
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}@${name}:${port}`;
}

const spoken = (initialValues: Language[]) =>
  answered(
    multiselect({
      message: 'Languages in which you answer the phone (space to choose)',
      options: (Object.keys(languages) as Language[]).map((value) => ({
        value,
        label: languages[value].name,
      })),
      initialValues,
    }),
  );

const yes = (message: string, initialValue: boolean) => answered(confirm({ message, initialValue }));

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
        if (!given && !optional) return 'An answer is needed here.';
        // The rest of the sentence is for whoever edits the file.
        return problems(given)
          .find((problem) => !known.has(problem))
          ?.replaceAll(/ in content\/[\w.-]+/g, '');
      },
    }),
  );
  return typed?.trim() ?? '';
}

async function answered<Answer>(prompt: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await prompt;
  if (isCancel(answer)) throw new Stopped();
  return answer as Exclude<Answer, symbol>;
}
