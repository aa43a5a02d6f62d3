// The schemas of the facts in content/*.json. Editors use the copies in json-schema/. After a change here, run
// `npm run json-schemas`.
import * as v from 'valibot';
import { knownLanguages, type Language } from './known-languages.ts';
import { northAmerican } from './phone-number.ts';

const inBraces = (example: string) => `Put it in braces, like ${example}.`;

/**
 * Creates the schema of an object without other entries. A missing entry gets its schema's message, which says what to
 * write. `example` is for a value that isn't an object.
 */
function strictObject<Entries extends v.ObjectEntries>(entries: Entries, example = '{ … }') {
  return v.strictObject(entries, ({ path, received, expected }) => {
    const key = String(path?.at(-1)?.key);
    const entry = entries[key];
    if (expected === 'Object') {
      return inBraces(example);
    } else if (received !== 'undefined' || entry === undefined) {
      return `Use ${Object.keys(entries).join(', ')}.`;
    }
    return v.safeParse(entry, undefined).issues?.[0].message ?? '';
  });
}

const describe = v.description;
const text = (message: string) => v.pipe(v.string(message), v.regex(/\S/, message));
const count = (message = 'Write a whole number from 1.') =>
  v.pipe(v.number(message), v.integer(message), v.minValue(1, message));
const optionalCount = v.union([count(), v.literal('')], 'Write a whole number from 1, or "" for none.');
const trueOrFalse = v.boolean('Write true or false, without quotes.');

const languageCode = v.picklist(
  Object.keys(knownLanguages) as Language[],
  `Write one of ${Object.keys(knownLanguages).join(', ')}.`,
);
const languageList = v.pipe(
  v.array(languageCode, 'Write a list, like ["en", "es"].'),
  v.minLength(1, 'Write at least one, like ["en"].'),
);

/**
 * Creates the schema of a value for each language of the site. The build checks that none is missing. Optional facts
 * may be missing in all languages.
 */
const inEachLanguage = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject(
    Object.fromEntries(Object.keys(knownLanguages).map((language) => [language, v.exactOptional(schema)])),
    'Add a text for each language, like { "en": …, "es": … }.',
  ) as unknown as v.GenericSchema<Record<Language, v.InferOutput<Schema>>>;

const writeProfileName = 'Write what the link says, like "Reviews on Google".';
const profileName = v.pipe(
  v.union([text(writeProfileName), inEachLanguage(text(writeProfileName))], writeProfileName),
  describe('What the link says, in every language or like { "en": …, "es": … }.'),
);
const profile = '{ "name": "Facebook", "url": "https://www.facebook.com/yourname" }';
const openingTimes = '{ "days": "Mo-Sa", "opens": "06:00", "closes": "22:00" }';
const listInEachLanguage = inEachLanguage(
  v.array(text('Write what it is, or leave it out.'), 'Write a list, like ["Cash", "Visa"].'),
);

const phoneNumber = (write: string) =>
  v.pipe(v.string(write), v.regex(new RegExp(`${northAmerican.source}|^$`), write));
const timeMessage = 'Use a time like "07:30" or "19:00". The end of the day is "23:59".';
const time = v.pipe(v.string(timeMessage), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeMessage));
const daysMessage = 'Use days like "Mo-Sa", or leave this out for every day.';
const days = v.pipe(
  v.string(daysMessage),
  v.regex(/^(?:Mo|Tu|We|Th|Fr|Sa|Su)-(?:Mo|Tu|We|Th|Fr|Sa|Su)$/, daysMessage),
  describe('The first day and the last, like Mo-Sa. Left out: every day.'),
);
const httpsUrl = v.pipe(
  v.string('Write an https:// address.'),
  v.check((url) => URL.parse(url)?.protocol === 'https:', 'Write an https:// address.'),
);
const writeEmailAddress = 'Write an address like "service@company.com".';
const townMessage = 'Set it to a town like "Katy, TX", or "" for none.';
const dateMessage = 'Write a date like "2026-11-22".';
const zoneMessage =
  'Write the zone of your city, like "America/New_York", "America/Chicago", "America/Denver" or "America/Los_Angeles".';

/** Whether a date exists. JavaScript would read February 30 as a day in March. */
function isInCalendar(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

const business = strictObject({
  name: v.pipe(text('Write your trade name.'), describe('The trade name.')),
  phone: v.pipe(
    phoneNumber('Write ten digits, like "(281) 555-0123".'),
    v.nonEmpty('Write ten digits, like "(281) 555-0123".'),
    describe('The phone number that visitors call, like (281) 555-0123.'),
  ),
  textLine: v.pipe(
    phoneNumber('Write ten digits, like "(281) 555-0123", or "" for none.'),
    describe('A number for text messages that somebody reads day and night. Empty: none is offered.'),
  ),
  answerWithinMinutes: v.pipe(
    optionalCount,
    describe('The receipt promises a call within this many minutes. Empty: it promises nothing.'),
  ),
  email: v.pipe(
    v.string(writeEmailAddress),
    v.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, writeEmailAddress),
    describe('Shown on the site. Requests go here unless MAIL_TO says otherwise.'),
  ),
  languages: v.pipe(languageList, describe('The languages of the pages. The first has the address "/".')),
  phoneLanguages: v.pipe(
    languageList,
    describe('The languages in which calls are answered. Add "es" once somebody speaks it.'),
  ),
  claims: v.pipe(
    strictObject(
      { yearsOfExperience: optionalCount, clients: optionalCount, hoursSaved: optionalCount },
      '{ "yearsOfExperience": 25, "clients": 150, "hoursSaved": "" }',
    ),
    describe('Each is "that many or more". Empty: it is not claimed.'),
  ),
  credentials: v.pipe(
    strictObject(
      { aseCertified: trueOrFalse, licensedAndInsured: trueOrFalse },
      '{ "aseCertified": false, "licensedAndInsured": true }',
    ),
    describe('What the pages say about you. Only claim what is true.'),
  ),
  worksOnShoulders: v.pipe(
    trueOrFalse,
    describe(
      'Whether you repair trucks on the shoulder of a freeway. If not, drivers are asked to go to the next exit or lot, if that is safe.',
    ),
  ),
  payment: v.pipe(
    listInEachLanguage,
    describe('The ways to pay, like "Cash". If empty, the pages leave this out.'),
  ),
  rates: v.pipe(
    inEachLanguage(v.string('Write a sentence, or "" for none.')),
    describe('What a visit costs, in a sentence. If empty, the pages leave this out.'),
  ),
  notDone: v.pipe(
    listInEachLanguage,
    describe('What you do not do, like "Towing". If empty, the pages leave this out.'),
  ),
  town: v.pipe(
    v.string(townMessage),
    v.regex(/^(?:[^,]*[^,\s], [A-Z]{2})?$/, townMessage),
    describe('The town where the business is based. If empty, the pages and search engines show none.'),
  ),
  timeZone: v.pipe(
    v.string(zoneMessage),
    v.check((name) => Intl.supportedValuesOf('timeZone').includes(name), zoneMessage),
    describe(
      "The time zone of the shop hours, and of times in emails and on pages. Times that the form adds are in the visitor's time zone.",
    ),
  ),
  hours: v.pipe(
    strictObject(
      { days: v.exactOptional(days), opens: time, closes: time },
      '{ "opens": "00:00", "closes": "23:59" }',
    ),
    describe('When the emergency line is answered. Around the clock: 00:00 to 23:59.'),
  ),
  shopHours: v.exactOptional(
    v.pipe(
      v.array(
        strictObject({ days: v.exactOptional(days), opens: time, closes: time }, openingTimes),
        `Write a list, like [${openingTimes}].`,
      ),
      v.maxLength(3, 'Write at most three lines.'),
      describe(
        'When the shop is open, in up to three lines. If left out, the site shows none. Shop hours from Dispatch replace these.',
      ),
    ),
  ),
  profiles: v.pipe(
    v.array(strictObject({ name: profileName, url: httpsUrl }, profile), `Write a list, like [${profile}].`),
    describe('Links to your profiles and reviews on other sites. May be empty.'),
  ),
  retentionDays: v.pipe(
    count('Write a whole number from 2.'),
    v.minValue(2, 'Write a whole number from 2.'),
    describe('The privacy section promises to delete copies of an emailed request within this many days.'),
  ),
  phonesRing: v.pipe(
    v.union([v.boolean(), v.literal('without details')], 'Write true, false or "without details".'),
    describe(
      'Whether emergencies ring your phones through a company (PAGE_URL): the privacy section mentions it. "without details" if alarms leave out what visitors wrote, as in a public ntfy topic.',
    ),
  ),
  privacySince: v.pipe(
    v.string(dateMessage),
    v.isoDate(dateMessage),
    v.check(isInCalendar, dateMessage),
    describe(
      'The date on which the privacy section last changed. Update it whenever you change the section.',
    ),
  ),
  copyrightYear: v.pipe(count('Write a year, like 2025.'), describe('The year in the copyright line.')),
  agency: v.pipe(
    strictObject(
      { name: v.string('Write a name, or "" for none.'), url: v.string('Write a URL, or "" for none.') },
      '{ "name": "", "url": "" }',
    ),
    v.check(
      ({ name, url }) =>
        (name === '' && url === '') || (name !== '' && /^https:\/\/./.test(url) && URL.canParse(url)),
      'Write a name and its https:// url, or leave both empty.',
    ),
    describe('Who built the site. If both are empty, the footer shows nobody.'),
  ),
});

const writeCoordinates = 'Write longitude and latitude, in this order, like [-95.3698, 29.7604].';
const coordinates = v.pipe(
  v.tuple([v.number(writeCoordinates), v.number(writeCoordinates)], writeCoordinates),
  describe('Longitude and latitude in degrees (WGS 84): west of Greenwich is negative.'),
);
const dot = {
  at: v.exactOptional(coordinates),
  nameSide: v.exactOptional(
    v.pipe(
      v.picklist(['left', 'right', 'above', 'below'], 'Write left, right, above or below.'),
      describe('The side of the dot where the map tries to put the name first.'),
    ),
  ),
};
const townName = text('Write the name of the town.');

const area = strictObject(
  {
    state: v.pipe(
      v.string('Write its two letters, like "TX".'),
      v.regex(/^[A-Z]{2}$/, 'Write its two letters, like "TX".'),
      describe('The state of the city.'),
    ),
    city: v.pipe(text('Write the name of the city.'), describe('The city in the middle.')),
    averageMinutes: v.pipe(
      count('Write the minutes as a whole number.'),
      describe('The average response time, never a promise.'),
    ),
    downtown: v.exactOptional(strictObject(dot, '{ "at": [-95.3698, 29.7604] }')),
    towns: v.pipe(
      v.array(
        v.union(
          [townName, strictObject({ name: townName, ...dot })],
          'Write the name of the town in quotes, or { "name": "Plano", "at": [-96.6989, 33.0198] }.',
        ),
        'Write a list, like ["Plano", "Garland"].',
      ),
      describe('By name, like "Plano", or with a place of your own.'),
    ),
    map: v.exactOptional(
      v.pipe(
        v.literal(false, 'Write false, or leave it out.'),
        describe('If false, the area has its sign and towns, but no map.'),
      ),
    ),
  },
  '{ "state": "KS", "city": "Pittsburg", "averageMinutes": 40, "towns": ["Galena, KS"] }',
);

const serviceAreas = strictObject({
  areas: v.pipe(
    v.array(area, 'Write a list of areas.'),
    v.minLength(1, 'Write at least one, with its state, city, averageMinutes and towns.'),
  ),
});

const icons = [
  'triangle',
  'door',
  'excavator',
  'engine',
  'oil',
  'truck',
  'tire',
  'snowflake',
  'hose',
  'wrench',
] as const;
const serviceCountMessage = 'The page has room for one to ten: write as many.';

const shortNameMessage = 'Write a short name in lowercase letters, like "brakes".';

const services = strictObject({
  services: v.pipe(
    v.array(
      strictObject(
        {
          id: v.pipe(
            v.string(shortNameMessage),
            v.regex(/^[a-z][\da-z-]*$/, shortNameMessage),
            describe('Its name in content/words.'),
          ),
          icon: v.pipe(v.picklist(icons, `Write one of ${icons.join(', ')}.`), describe('Its drawing.')),
          inForm: v.pipe(trueOrFalse, describe('Whether the contact form offers it.')),
          comesTo: v.pipe(
            v.picklist(['visitor', 'yard'], 'Write visitor or yard.'),
            describe(
              'Where you repair. With "visitor", the form asks for the visitor\'s location. With "yard", it doesn\'t, so ask for the yard in the first hint.',
            ),
          ),
        },
        '{ "id": "brakes", "icon": "wrench", "inForm": true, "comesTo": "yard" }',
      ),
      'Write a list of services.',
    ),
    v.minLength(1, serviceCountMessage),
    v.maxLength(10, serviceCountMessage),
  ),
});

/** Drawings in site/scenes. */
const drawingNames = [
  'emergency-repair',
  'engine-diagnostics',
  'mobile-service',
  'construction-equipment',
  'preventive-maintenance',
  'fleet-maintenance',
] as const;

/** The drawing on the about page. */
const cutaway = 'cutaway';

const pictureTexts = {
  alt: v.pipe(
    inEachLanguage(v.string('Write a sentence.')),
    describe('Describes the picture for visitors who cannot see it.'),
  ),
  caption: inEachLanguage(v.string('Write a few words.')),
};

const photo = strictObject({
  type: v.literal('photo'),
  file: v.pipe(
    text('Write the name of a file in content/gallery.'),
    describe('Its name in content/gallery: JPEG, PNG or WebP, at least 1600 pixels wide.'),
  ),
  ...pictureTexts,
});

const drawing = strictObject({
  type: v.literal('drawing'),
  drawing: v.pipe(
    v.picklist(drawingNames, `Write one of ${drawingNames.join(', ')}.`),
    describe('One of the drawings of this site.'),
  ),
  ...pictureTexts,
});

const pictureExample =
  '{ "type": "photo", "file": "service-truck.jpg", "alt": { "en": "A white truck at night." }, "caption": { "en": "Our truck" } }';

const gallery = v.pipe(
  strictObject({
    about: v.pipe(
      text(`Write the file of a photo in "pictures", spelled as it is there, or "${cutaway}".`),
      describe(
        `What the about page shows: the file of one of the photos, or "${cutaway}", a drawing of a service truck.`,
      ),
    ),
    pictures: v.pipe(
      v.array(
        v.variant('type', [photo, drawing], ({ expected }) =>
          expected === 'Object' ? inBraces(pictureExample) : 'Write photo or drawing.',
        ),
        'Write a list of pictures.',
      ),
      v.minLength(1, 'Write at least one picture.'),
    ),
  }),
  v.forward(
    v.check(
      ({ about, pictures }) =>
        about === cutaway || pictures.some((picture) => picture.type === 'photo' && picture.file === about),
      `Write the file of a photo in "pictures", spelled as it is there, or "${cutaway}".`,
    ),
    ['about'],
  ),
);

export type Business = v.InferOutput<typeof business>;
export type ServiceArea = v.InferOutput<typeof area>;
export type ServiceFact = v.InferOutput<typeof services>['services'][number];
export type GalleryItem = v.InferOutput<typeof gallery>['pictures'][number];
export type Photo = v.InferOutput<typeof photo>;
export type DrawingName = (typeof drawingNames)[number] | typeof cutaway;

/** Schemas by file name in content/. */
export const schemas = { business, 'service-areas': serviceAreas, services, gallery };

/** Returns the mistakes in a file of facts. Each sentence names the file, the place, and the correction. */
export function findFactErrors(name: keyof typeof schemas, facts: unknown): string[] {
  const { $schema, ...own } = facts as { $schema?: string };
  const { issues = [] } = v.safeParse(schemas[name], own);
  return issues.map((issue) => {
    const position = issue.path?.map(({ key }) => key).find((key) => typeof key === 'number');
    const entry = position === undefined ? '' : ` (entry ${position + 1})`;
    const place = `"${v.getDotPath(issue)}"${entry} in content/${name}.json`;
    if (issue.expected === 'never') {
      return `${place} is unknown. ${issue.message}`;
    }
    const input = issue.path?.at(-1)?.value ?? issue.input;
    const value = input === undefined ? 'missing' : JSON.stringify(input);
    return `${place} is ${value}. ${issue.message}`;
  });
}
