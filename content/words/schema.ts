// The schema of the words in content/words/*.json. Editors use the copies in json-schema/. After a change here, run
// `npm run json-schemas`.
import type * as v from 'valibot';
import { extras, form, outcome } from './form-schema.ts';
import {
  byService,
  group,
  lines,
  list,
  plural,
  rows,
  sentence,
  stateNames,
  type WordedService,
} from './sentence.ts';
import { requestStatus } from './status-schema.ts';

const areaCheck = group(
  {
    question: sentence(),
    field: sentence(),
    press: sentence(),
    clear: sentence(),
    inside: lines(2),
    guess: lines(2, 'If the name has one typo, the answer repeats the corrected name.'),
    ask: lines(2),
    unfinished: lines(2),
    empty: lines(2),
  },
  '"Do we serve your area?" below the signs. The answer covers the question. The board shows it instead of the headline, with one line of about 18 letters for each sentence.',
);

const areas = group(
  {
    named: plural('{areas}: used in the middle of a sentence.'),
    first: plural('{areasFirst}: used at the beginning of a sentence.'),
    served: plural('{areasServed}, for sentences that may include the towns around the cities.'),
    near: plural('{areasNear}, for sentences about people near the cities.'),
    title: plural('{areasTitle}.'),
    around: sentence('The words that follow the cities in {citiesAround}.'),
    averages: plural('{averages}: `one` formats the first area, `other` each later area.'),
    and: sentence('Between the last two cities in {cityTitle}.'),
    states: stateNames('{states}: states whose name differs from English, by postal abbreviation.'),
  },
  'Names of the service areas. Other sentences contain them as placeholders such as {areas}.',
);

const hours = group(
  {
    everyDay: sentence(),
    someDays: sentence(),
    times: sentence(),
  },
  '{hours}: "Monday through Saturday, 7:00 AM to 7:00 PM".',
);

const serviceWords = group({ title: sentence(), description: sentence() });

const siteNow = group(
  {
    notice: sentence(
      'A notice with its end in parentheses. Without them, "Closed Thursday. Until Sunday." could mean that the business is closed until Sunday.',
    ),
    minutes: sentence(),
    close: sentence("The accessible name of the notice's close button, on a static host."),
    minutesUntil: sentence('Below the average in Service Area.'),
    shopHours: group(
      {
        label: sentence(),
        outside: sentence("Tells when we answer requests that aren't emergencies."),
      },
      'In the contact section and in emails, if the site has shop hours from business.json or Dispatch.',
    ),
    until: group({
      time: sentence('A time within 18 hours.'),
      oneOClock: sentence('A time within 18 hours, from 1:00 to 1:59. Spanish has another article there.'),
      weekday: sentence('A time within six days.'),
      day: sentence('A later time.'),
    }),
  },
  'The words about shop hours, and about notices and extra minutes from Dispatch.',
);

const words = group({
  pages: group({
    landing: group({
      title: sentence(),
      description: sentence(),
    }),
    about: group({
      title: sentence(),
      description: sentence(),
    }),
    sent: group({
      title: sentence(),
      description: sentence(),
    }),
    dispatch: group({
      title: sentence(),
      description: sentence(),
    }),
    request: group({
      title: sentence(),
      description: sentence(),
    }),
    notFound: group({
      title: sentence(),
      description: sentence(),
    }),
  }),
  skipLink: sentence(),
  phone: group(
    {
      spoken: sentence(
        "Shown if the phone is answered in this language and it isn't the site's main language. Pages in a language that isn't answered show `notSpoken` instead.",
      ),
      notSpoken: sentence(
        'Shown on the pages in this language if the phone is answered only in other languages.',
      ),
    },
    'Shown next to the number, depending on `phoneLanguages` in business.json.',
  ),
  header: group({
    menu: sentence(),
    close: sentence(),
    mainNavigation: sentence(),
    emergency: sentence(),
  }),
  navigation: group({
    services: sentence(),
    serviceArea: sentence(),
    contact: sentence(),
    about: sentence(),
  }),
  hero: group({
    headline: sentence(),
    text: sentence(),
    call: sentence(),
    request: sentence(),
    proofLabel: sentence(),
    ase: sentence(),
    licensed: sentence(),
    minutes: sentence(
      "An area's average response time, on its sign on the first screen and in the picture for social networks.",
    ),
  }),
  services: group({
    heading: sentence(),
    intro: sentence(),
    orRequest: sentence("A link to the form, below the emergency's call link."),
    request: sentence(
      "The accessible name of a service's link. It must contain the visible title (WCAG 2.5.3).",
    ),
    items: byService<WordedService, typeof serviceWords>(serviceWords),
    terms: group(
      {
        rates: sentence(),
        payment: sentence(),
        notDone: sentence(),
      },
      'Headings of `rates`, `payment`, and `notDone` in business.json.',
    ),
    shoulders: group(
      {
        worked: sentence(),
        notWorked: sentence(),
      },
      "Follows the emergency's description, depending on `worksOnShoulders` in business.json.",
    ),
  }),
  claims: group(
    {
      label: sentence(),
      figure: sentence("A claim's number, which is a minimum."),
      years: sentence(),
      clients: sentence(),
      hours: sentence(),
      line: sentence('The label of "24/7".'),
    },
    'The claims below the services and on the about page, as figures above their labels.',
  ),
  serviceArea: group({
    heading: sentence(),
    intro: sentence(),
    downtown: sentence(),
    averageResponse: sentence('Shown below the minutes, here and on the signs of the first screen.'),
    minutes: sentence(),
    mapAlt: sentence(),
    highways: sentence('The name of the list of highway shields, for screen readers.'),
    openMap: sentence('The caption below the map, inside the link that opens it.'),
    note: sentence(),
  }),
  gallery: group({
    heading: sentence(),
    position: sentence('The position of the picture that the viewer shows.'),
    previous: sentence(),
    next: sentence(),
    close: sentence(),
    more: sentence(),
    moreText: sentence(),
    requestDocumentation: sentence(),
    callForUpdates: sentence(),
  }),
  contact: group({
    title: sentence(),
    subtitle: sentence(),
    headline: sentence(),
    phoneLabel: sentence(),
    emailLabel: sentence(),
    areasLabel: sentence(),
    areas: plural(),
    townLabel: sentence(),
    hoursLabel: sentence(),
    hours: sentence(),
    callNow: sentence(),
    callNowText: sentence(),
  }),
  areas,
  hours,
  form,
  outcome,
  messageHint: sentence('Shown below Message without JavaScript. The script never needs this text.'),
  extras,
  areaCheck,
  requestStatus,
  rejection: group(
    {
      title: sentence(),
      reasons: group({
        invalid: sentence(),
        bad_form: sentence(),
        too_large: sentence(),
        cross_origin: sentence(),
        slow_down: sentence(),
        unavailable: sentence(),
      }),
      back: sentence(),
      call: sentence(),
      home: sentence(),
    },
    'The page after a rejected form without JavaScript.',
  ),
  sent: group(
    {
      received: sentence(),
      home: sentence(),
    },
    'The page after a form without JavaScript. The texts in `sent` of `outcome` appear above.',
  ),
  footer: group({
    description: sentence(),
    tagline: sentence(),
    servicesHeading: sentence(),
    contactHeading: sentence(),
    area: sentence(),
    emergency: sentence(),
    copyright: sentence(),
    credit: sentence(),
  }),
  about: group({
    heading: sentence(),
    text: list(),
    truck: group(
      {
        alt: sentence(),
        parts: lines(6),
      },
      'The numbered parts in the drawing of the service truck.',
    ),
    whyHeading: sentence(),
    why: rows(
      group({
        title: sentence(),
        reason: sentence(),
      }),
    ),
  }),
  privacy: group(
    {
      heading: sentence(),
      summary: sentence('The three most important facts.'),
      more: sentence('Unfolds the rows.'),
      rows: rows(
        group({
          title: sentence(),
          text: sentence(),
        }),
      ),
      paging: sentence(),
      since: sentence(),
      licenses: sentence(),
    },
    'docs/privacy.md names the tests or duties behind most of these promises.',
  ),
  notFound: group({
    headline: sentence(),
    home: sentence(),
  }),
  siteNow,
  textMessage: sentence(
    "The Text button's message to the visitor, in the language of the request. The owner fills in the minutes before sending it.",
  ),
});

/** The schema of the words of emails about requests, in English. */
const mail = group({
  sender: sentence("The sender's name. An email from the owner's own business might be overlooked."),
  emergency: sentence('Replaces the service name of an emergency, for example in subjects and alarms.'),
  reference: sentence(),
  delayed: sentence('Follows the time in a delayed email.'),
  possibleDuplicate: sentence('The first line of an email that may be a duplicate.'),
  spamSubject: sentence('Precedes the subject if the honeypot was filled.'),
  spam: sentence(),
  markedEmergency: sentence('Replaces `spam` if the request is an emergency with a phone number.'),
  tap: group(
    { call: sentence(), text: sentence(), map: sentence(), dispatch: sentence() },
    'Buttons for the phone: call or text the visitor, show the location, open the request in Dispatch.',
  ),
  origin: sentence(
    "The last line of the email: the business's name, and the phone number that the website shows.",
  ),
});

/** Schemas by the name of the file in content/json-schema. */
export const wordSchemas = { words, mail };

/** The words of one language, with the versions that fit the facts. */
export type Words = v.InferOutput<typeof words>;
export type MailWords = v.InferOutput<typeof mail>;
