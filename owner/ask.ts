import { confirm, intro, isCancel, multiselect, password, text } from '@clack/prompts';
import { type Language, languages } from '../content/languages.ts';
import { printedPhone } from '../content/phone-number.ts';
import type { ServiceArea } from '../content/schema.ts';
import { stateNames } from '../site/gazetteer/states.ts';
import { type Answers, errorsIn, isExample } from './answers.ts';

/** The owner pressed Ctrl+C. */
class Stopped extends Error {}

/** Asks what has no sensible default, each answer checked at once. Undefined when stopped. */
export async function ask(before: Answers): Promise<Answers | undefined> {
  intro('Your business, in about ten questions. Enter keeps what is shown, Ctrl+C stops without writing.');
  const own = isExample ? undefined : before;
  try {
    const name = await line('Name of the business', own?.name, (name) => errorsIn({ name }));
    const phone = await line('Phone number', own && printedPhone(own.phone), (phone) => errorsIn({ phone }));
    const email = await line('Email, where requests go', own?.email, (email) => errorsIn({ email }));
    const phoneLanguages = await spoken(own?.phoneLanguages ?? ['en']);
    const areas = await askAreas(own?.areas ?? []);
    const timeZone = await line(
      'Time zone of your emails',
      own?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      (timeZone) => errorsIn({ timeZone }),
    );
    const claims = await askClaims(own);
    const siteUrl = await line(
      'Address of the site, like https://www.yourdomain.com; empty: later',
      before.siteUrl,
      (siteUrl) => errorsIn({ siteUrl }),
      true,
    );
    const smtpUrl = await askMailServer(before.smtpUrl, email);
    return { name, phone, email, phoneLanguages, areas, timeZone, ...claims, siteUrl, smtpUrl };
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

async function askAreas(before: readonly ServiceArea[]): Promise<ServiceArea[]> {
  const areas: ServiceArea[] = [];
  do {
    areas.push(await askArea(before[areas.length], areas));
  } while (await answered(confirm({ message: 'Another city?', initialValue: areas.length < before.length })));
  return areas;
}

async function askArea(
  before: ServiceArea | undefined,
  others: readonly ServiceArea[],
): Promise<ServiceArea> {
  const base = { averageMinutes: 1, towns: [] as ServiceArea['towns'] };
  const place = await line(
    'A city that you work around, like Fresno, CA',
    before && `${before.city}, ${before.state}`,
    (typed) => errorsIn({ areas: [...others, { ...base, ...cityAndState(typed) }] }),
  );
  const minutes = await line(
    'Minutes until you are there, on average',
    before && String(before.averageMinutes),
    (typed) => (/^[1-9]\d*$/.test(typed) ? [] : ['Write a whole number.']),
  );
  const area = { ...before, ...cityAndState(place), averageMinutes: Number(minutes) };
  const shown = before?.towns.map((town) => (typeof town === 'string' ? town : town.name)).join('; ');
  const towns = await line('Towns around it, like Clovis; Madera; Galena, KS', shown, (typed) =>
    errorsIn({ areas: [...others, { ...area, towns: namesIn(typed) }] }),
  );
  return { ...area, towns: namesIn(towns) };
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
async function askClaims(own: Answers | undefined) {
  const years = await line(
    'Years of experience, all of you together: at least; empty: not said',
    String(own?.claims.yearsOfExperience ?? ''),
    (typed) => (/^[1-9]\d*$/.test(typed) ? [] : ['Write a whole number.']),
    true,
  );
  const options = [
    { value: 'ase', label: 'Our technicians are ASE certified' },
    { value: 'licensed', label: 'We are licensed and insured' },
    { value: 'always', label: 'We answer the phone day and night, every day' },
    { value: 'shoulders', label: 'We work on the shoulders of freeways' },
  ];
  const initialValues = [
    own?.credentials.aseCertified && 'ase',
    own?.credentials.licensedAndInsured && 'licensed',
    own?.hours.closes === '23:59' && 'always',
    own?.worksOnShoulders && 'shoulders',
  ].filter((value) => typeof value === 'string');
  const message = 'What is true of you? (space to choose)';
  const chosen = await answered(multiselect({ message, options, initialValues, required: false }));
  const hours = chosen.includes('always') ? ['00:00', '23:59'] : await askHours(own);
  return {
    claims: { clients: '', hoursSaved: '', ...own?.claims, yearsOfExperience: Number(years) || '' } as const,
    credentials: { aseCertified: chosen.includes('ase'), licensedAndInsured: chosen.includes('licensed') },
    hours: { opens: hours[0] ?? '', closes: hours[1] ?? '' },
    worksOnShoulders: chosen.includes('shoulders'),
  };
}

async function askHours(own: Answers | undefined): Promise<string[]> {
  const before = own && `${own.hours.opens}-${own.hours.closes}`;
  const typed = await line('From when to when, like 07:00-19:00', before, (typed) => {
    const [opens = '', closes = ''] = typed.split('-');
    return errorsIn({ hours: { opens, closes } });
  });
  return typed.split('-');
}

/** The parts of its URL, so that nobody has to write %40 for an @. */
async function askMailServer(before: string, email: string): Promise<string> {
  const keep = 'Keep the mail server of the settings?';
  if (before && (await answered(confirm({ message: keep, initialValue: true })))) return before;
  const host = await line(
    'Mail server that sends your email, like smtp.gmail.com; empty: later',
    '',
    () => [],
    true,
  );
  if (!host) return '';
  const user = await line('Its user name', email, () => []);
  const secret = await answered(
    password({ message: 'Its password. Gmail: an app password of myaccount.google.com/apppasswords' }),
  );
  const [name, port = '587'] = host.split(':');
  const login = [user, secret.replaceAll(' ', '')].map(encodeURIComponent).join(':');
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}@${name}:${port}`;
}

function spoken(initialValues: Language[]) {
  const options = (Object.keys(languages) as Language[]).map((value) => ({
    value,
    label: languages[value].name,
  }));
  const message = 'Languages in which you answer the phone (space to choose)';
  return answered(multiselect({ message, options, initialValues }));
}

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
        if (!given) return optional ? undefined : 'An answer is needed here.';
        // The rest of the sentence is for whoever edits the file.
        return problems(given)[0]?.replaceAll(/ in content\/[\w.-]+/g, '');
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
