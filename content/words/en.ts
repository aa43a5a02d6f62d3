import { byHours, byPaging, ifClaimed } from './by-facts.ts';

/** The form's words. `form`, `outcome` and `roadside` are separate exports because only these words reach the browser. */
export const form = {
  title: 'Request Service',
  intro: 'All five fields are required.',
  labels: { name: 'Name', phone: 'Phone', email: 'Email', service: 'Service', message: 'Message' },
  placeholders: { service: 'Select a service', message: 'Describe your diesel repair needs...' },
  services: {
    emergency: 'Emergency Repair',
    fleet: 'Fleet Maintenance',
    construction: 'Construction Equipment',
    diagnostic: 'Engine Diagnostics',
    preventive: 'Preventive Maintenance',
  },
  /** The honeypot's label. People see this field only if the browser applies no styles. */
  leaveEmpty: 'Leave this field empty',
  send: 'Send Request',
  sending: 'Sending...',
  /** A button below the Email field that corrects a misspelled domain. */
  didYouMean: 'Did you mean {address}?',
  /** Screen readers announce this when Send finds errors. */
  fixOne: 'Fix the marked field and send again.',
  fixMany: 'Fix the {count} marked fields and send again.',
  /** Below the Send button, followed by a link to the privacy section. */
  privacy: 'We use your details only to answer you.',
  privacyLink: 'Privacy',
  /** Error messages next to a field. {limit} is the maximum length in characters. */
  problems: {
    name: {
      missing: 'Enter your name.',
      tooLong: 'Use {limit} characters or fewer.',
      malformed: "Your name contains a character we can't read. Please retype it.",
    },
    phone: {
      missing: 'Enter a phone number we can call.',
      tooLong: 'Use {limit} characters or fewer.',
      malformed: "The phone number contains a character we can't read. Please retype it.",
    },
    email: {
      missing: 'Enter your email address.',
      tooLong: 'Use {limit} characters or fewer.',
      malformed: 'Enter a full email address, like name@company.com.',
    },
    service: {
      missing: 'Choose the service you need.',
      tooLong: 'Select a service from the list.',
      malformed: 'Select a service from the list.',
    },
    message: {
      missing: 'Describe what you need.',
      tooLong: 'Use {limit} characters or fewer.',
      malformed: 'Describe what you need in plain text.',
    },
  },
};

/** The two toasts of the specification (point 8 in tests/specification.test.ts) and the messages that replace the form. */
export const outcome = {
  sent: {
    title: 'Message Sent Successfully!',
    description: "Thank you for contacting us. We'll get back to you as soon as possible.",
  },
  failed: {
    title: 'Error Sending Message',
    description: 'Please try again or call us directly at {phone}',
  },
  close: 'Close',
};

/** Shown below Message without JavaScript. The script never needs this text. */
export const messageHint =
  "Good to know: highway, direction, exit; make and engine; what it's doing; codes on the dash.";

const sentTo = byPaging(
  'It goes to us by email.',
  'It goes to us by email, and an emergency rings our phones.',
);

/**
 * The form's extra words for a stranded driver. The texts in `lines` and `hints` also label lines of the message that
 * is sent.
 */
export const roadside = {
  clear: 'Clear',
  call: 'Call now',
  /** Next to a call link, if the business has a number for text messages. */
  text: 'Text us',
  position: {
    ask: 'Where are you? Add my location',
    again: 'Find me again',
    remove: 'Remove my location',
    privacy: byPaging(
      'Your location goes into the message you send us, and nowhere else.',
      'Your location goes into the message you send us. In an emergency, the company that rings our phones gets it too.',
      'Your location goes into the message you send us, and nowhere else.',
    ),
    searching: 'Finding your location...',
    denied: 'No location shared. Tell us what you can see.',
    failed: 'No location found. Tell us what you can see.',
    /** A warning next to a location that is over 300 miles away. */
    outside: 'Outside our area: is this location right?',
    from: '{miles} miles {compass} of {town}',
    fromDowntown: '{miles} miles {compass} of downtown {city}',
    near: 'Near {town}',
    nearDowntown: 'Near downtown {city}',
    compass: ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'],
    within: 'accurate to about {feet} ft',
    lines: { where: 'Where', coordinates: 'Coordinates', map: 'Map' },
    /** Landmarks that a driver can see. They replace or complete the location. */
    sign: 'Highway, direction, exit or mile',
  },
  /** Details to have ready, for each service. */
  hints: {
    summary: 'Add details',
    emergency: ['Unit, make and engine', "What it's doing", 'Codes on the dash', 'Loaded or empty'],
    fleet: ['Yard', 'Company', 'Number of units', 'Purchase order, if any'],
    construction: ['Machine and model', 'Hour meter', 'Gate or site contact'],
    diagnostic: ['Unit, make and engine', "What it's doing", 'Codes on the dash'],
    preventive: ['Yard', 'Company', 'Number of units', 'Purchase order, if any'],
  },
  safety: 'In danger? Get clear of traffic and call 911.',
  card: {
    open: 'Calling? See what to say',
    title: 'Read this to dispatch',
    who: 'My name',
    phone: 'Call me back at',
    what: 'I need',
    latitude: 'North',
    longitude: 'West',
    missing: 'Not filled in yet',
    close: 'Close',
  },
  trying: 'No answer yet. Still trying. Calling may work where data does not:',
  failed: {
    /** Lines of the message board. */
    board: ['Not sent yet.', 'Call us.'],
    kept: 'Your answers are kept.',
    again: 'Try again',
    email: 'Email it',
    subject: 'Service request',
  },
  receipt: {
    /** Lines of the message board. The second line needs a reference. */
    board: ['We have it.', 'Ref {reference}'],
    next: `${sentTo} Urgent? Call and give this reference.`,
    nextWithout: `${sentTo} Urgent? Call.`,
    /** Shown only if `answerWithinMinutes` in business.json has a value. */
    answer: "We'll call you within {n} minutes. If we don't, call {phone}.",
    /** The link to the request's status page. */
    follow: 'See who has it',
    time: 'Sent',
    what: 'What you sent',
  },
};

/** The driver's page. The message board has two lines of about 16 letters for each state. */
export const requestStatus = {
  heading: 'Request',
  board: {
    /** Shown while the page loads, and for a link without a token. */
    none: ['Request status', ''],
    received: ['We have', 'your request.'],
    ringing: ['Ringing our', 'phones.'],
    unanswered: ['Nobody has', 'answered. Call.'],
    taken: ['{by} has it.', ''],
    takenByUs: ['We have it.', ''],
    on_the_way: ['On the way.', 'About {atTime}.'],
    late: ['Expected {atTime}.', 'Late? Call.'],
    done: ['Done.', 'Drive safely.'],
    canceled: ['Canceled. Still', 'need help? Call.'],
    closed: ['Closed. Still', 'need help? Call.'],
    erased: ['What you sent', 'was deleted.'],
    not_found: ["This link doesn't", 'work. Call.'],
    unavailable: ["We can't check", 'right now.'],
  },
  /** The sentence below the board. */
  sentence: {
    none: 'To see the status of a request, open its link. Need help now? Call.',
    /** Shown until the first response arrives. */
    loading: 'Checking the status…',
    received: "We'll call or email you. Urgent? Call.",
    to_ring: "Next, we ring our phones. It's faster to call.",
    ringing: "Nobody has taken it yet, so we keep ringing. It's faster to call.",
    unanswered: 'We rang our phones until {lastRing}.',
    unanswered_unrung: "We couldn't ring our phones.",
    taken: 'Keep your phone on. We may call from a different number.',
    given_back: "{by} can't take it after all. We're looking for somebody else. It's faster to call.",
    given_back_by_us:
      "Whoever had it can't take it after all. We're looking for somebody else. It's faster to call.",
    on_the_way: '{by} said “about {estimate} minutes” at {time}. This is an estimate.',
    on_the_way_by_us: 'We said “about {estimate} minutes” at {time}. This is an estimate.',
    late: '{by} said “about {estimate} minutes” at {time}.',
    late_by_us: 'We said “about {estimate} minutes” at {time}.',
    done: 'Something still wrong? Call.',
    canceled: 'You told us that you no longer need help.',
    closed: 'We closed this request.',
    erased:
      'We deleted it from this website. Our backups keep it for up to a week, and we delete the email by hand.',
    /** Shown for a request that was deleted before it was emailed. */
    erased_unsent: 'We deleted it from this website. Our backups keep it for up to a week.',
    not_found: 'The link may be incomplete, or the request was deleted. If you need help, call.',
    /** Shown if the page has no earlier status to repeat. */
    unavailable: 'You may be offline, or our server may be down. Need help now? Call.',
  },
  /** Replaces sentences to the driver on the read-only link that the driver shared. */
  sharedLink: {
    board: {
      received: ['We have', 'the request.'],
      done: ['Done.', ''],
      canceled: ['Canceled.', ''],
      closed: ['Closed.', ''],
      erased: ['The request', 'was deleted.'],
    },
    sentence: {
      received: "We'll call or email the person who sent it. Urgent? Call.",
      taken: 'If we give an arrival time, it appears here.',
      canceled: 'The person who sent it told us that they no longer need help.',
      closed: 'We closed this request. If somebody still needs help, call.',
    },
    steps: { canceled: 'Canceled' },
    note: 'With this link, you can see the request but not cancel or delete it.',
  },
  /** {atTime}, from a clock time. Other languages need an article, which one o'clock may change. */
  atTime: { one: '{time}', other: '{time}' },
  /** The call link's text. */
  call: 'Call and say {reference}',
  callPlain: 'Call now',
  /** Shown if nobody answers the phone in this language. */
  notSpoken: 'On the phone, we only speak Spanish.',
  historyHeading: 'Step by step',
  /** Keys that begin with "to" are steps that have not happened yet. */
  steps: {
    sent: 'Sent',
    toEmail: 'We get it by email',
    emailed: 'Emailed to us',
    toRing: 'We ring our phones',
    rung: 'We rang our phones',
    toTake: 'Somebody takes it',
    takenBy: 'Taken by {by}',
    /** Used if the page knows no name. */
    takenByUs: 'Taken by us',
    toLeave: 'We drive out',
    onTheWay: 'On the way',
    done: 'Done',
    canceled: 'Canceled by you',
    closed: 'Closed',
    erased: 'Deleted',
  },
  rungOnce: 'Rung once, at {first}.',
  rungTimes: 'Rung {times} times since {first}.',
  ringsNext: 'Next at {next}.',
  ringsNow: 'The next ring is due.',
  about: 'About {estimate} minutes, so around {time}.',
  checked: 'Updated at {time}.',
  keepOpen: "Keep this page open to see changes: we don't text them to you.",
  /** The last known status, shown while the page can't refresh. {board} is a sentence. */
  asOf: 'As of {time}: {board}',
  stale: 'Last updated at {time}.',
  tryNow: 'Try now',
  /** Shown after "Try now" fails. */
  noAnswer: 'No answer yet. This page keeps trying.',
  share: 'Share this page',
  /** Confirms a copied link, in browsers that can't share. */
  copied: 'Link copied.',
  sharedNote: "This page doesn't show your name, number or message. People you share it with can only look.",
  cancel: {
    button: 'I no longer need help',
    title: 'Tell us not to come?',
    text: "We won't ring our phones about it anymore. If somebody has your request, we tell them. You can undo this once, within two hours.",
    keep: 'Keep my request',
  },
  stillNeeded: 'I still need help',
  erase: {
    button: 'Delete what I sent',
    title: 'Delete what you sent?',
    text: "We delete your name, number, email and message from this website now, and from backups within a week. Don't expect a call about it after that. You can't undo this.",
    keep: 'Keep it',
  },
  /** Shown after a request times out: the server may have acted. */
  notDone: "We don't know whether that worked. Try again, or call.",
};

/**
 * "Do we come to you?" below the signs. The answer appears below the field. The board also shows it in place of the
 * headline, with one line of about 18 letters for each sentence.
 */
export const areaCheck = {
  question: 'Do we come to you?',
  field: 'ZIP code or town',
  press: 'Check',
  clear: 'Clear',
  inside: ['Yes. {city} area.', '{minutes} min on average.'],
  /** If the name has one wrong letter, the answer repeats the corrected name. */
  guess: ['{guess}? Yes.', '{minutes} min on average.'],
  ask: ['Not sure.', 'Call and ask.'],
  unfinished: ['Enter all', '5 digits.'],
  empty: ['Enter a ZIP code', 'or town.'],
};

/** {hours}: "Monday through Saturday, 7:00 AM to 7:00 PM". */
const hours = {
  everyDay: 'every day',
  someDays: '{first} through {last}',
  times: '{opens} to {closes}',
};

/** Names of the service areas. Other sentences contain them as placeholders such as {areas}. */
const areas = {
  /** {areas}: used in the middle of a sentence. */
  named: { one: '{cities} area', other: '{cities} areas' },
  /** {areasFirst}: used at the beginning of a sentence. */
  first: { one: '{cities} area', other: '{cities} areas' },
  /** {areasServed}, and {areasNear} if the sentence includes the towns around the cities. */
  served: { one: '{cities} area', other: '{cities} areas' },
  near: { one: '{cities}', other: '{cities}' },
  /** {areasTitle}. */
  title: { one: '{cityTitle} Area', other: '{cityTitle} Areas' },
  /** The words that follow the cities in {citiesAround}. */
  around: 'nearby towns',
  /** {averages}: `one` formats the first area, `other` each later area. */
  averages: { one: '{minutes} minutes in {city}', other: '{minutes} in {city}' },
  /** Between the last two cities in {cityTitle}. */
  and: '&',
  /** {states}: states whose name differs from English, by postal abbreviation. */
  states: {} as Record<string, string>,
};

/**
 * All English sentences that visitors can see. The build fills placeholders such as {phone} from business.json and
 * service-areas.json. An unknown placeholder fails the build.
 */
export const en = {
  pages: {
    landing: {
      title: `${byHours('24/7 ', '')}Diesel Repair, {cityTitle} {stateCodes} | {business}`,
      description: `Mobile diesel repair on the road, in your yard or on the job site, in the {areas}. Call {phone}, ${byHours('day or night', '{hours}')}.`,
    },
    about: {
      title: 'About {business}: Diesel Repair, {cityTitle} {stateCodes}',
      description: `Who comes when you call: ${ifClaimed('aseCertified', 'ASE certified ')}technicians${ifClaimed('years', ' with over {years} years of combined experience')}. ${ifClaimed('licensedAndInsured', 'Licensed and insured. ')}{areasFirst}, ${byHours('24/7', '{hours}')}.`,
    },
    sent: {
      title: 'Message Sent Successfully! | {business}',
      description: 'We have your request.',
    },
    dispatch: {
      title: 'Dispatch | {business}',
      description: 'For the people who answer requests.',
    },
    request: {
      title: 'Request status | {business}',
      description: 'The status of a request, step by step.',
    },
    notFound: {
      title: 'Page not found | {business}',
      description: 'This page does not exist.',
    },
  },

  skipLink: 'Skip to main content',

  /** Shown next to the number, depending on `phoneLanguages` in business.json. */
  phone: {
    /** Shown on all pages if the phone is answered in this language. */
    spoken: 'We speak English',
    /** Shown on the pages in this language if the phone is answered only in other languages. */
    notSpoken: 'Calls are answered in Spanish; write to us in English.',
  },

  header: {
    menu: 'Menu',
    close: 'Close',
    mainNavigation: 'Main',
    emergency: byHours('24/7 Emergency', 'Emergency'),
  },

  navigation: {
    services: 'Services',
    serviceArea: 'Service Area',
    contact: 'Contact',
    about: 'About',
  },

  hero: {
    headline: 'Truck down? We come to you.',
    text: `Mobile diesel repair for trucks, fleets and construction equipment${byHours('', ', {hours}')}.`,
    call: byHours('Call now, day or night', 'Call now'),
    request: 'Request Service',
    proofLabel: 'At a glance',
    ase: ifClaimed('aseCertified', 'ASE certified technicians'),
    licensed: ifClaimed('licensedAndInsured', 'Licensed and insured'),
    /** The average response times of all areas, next to "24/7 Emergency". */
    minutes: '{minutes} min',
  },

  services: {
    heading: 'Services',
    intro: 'We work where your equipment is: at the roadside, in your yard, on the job site.',
    /** A link to the form, below the emergency's call link. */
    orRequest: 'or send a request',
    /** The accessible name of a service's link. It must contain the visible title (WCAG 2.5.3). */
    request: 'Request {service}',
    items: {
      emergency: {
        title: 'Emergency Repairs',
        description: `Broken down on the road or the job? ${byHours('Call any hour.', 'Call us.')} A mobile team comes to you.`,
      },
      fleet: {
        title: 'Fleet Maintenance',
        description: 'Scheduled service in your yard, so trucks skip the trip to a shop.',
      },
      construction: {
        title: 'Construction Equipment',
        description: "We repair your machine's diesel engine right on the job site.",
      },
      diagnostic: {
        title: 'Engine Diagnostics',
        description: 'We read fault codes and live data to find the cause before we fix anything.',
      },
      preventive: {
        title: 'Preventive Maintenance',
        description: 'Oil, filters, belts and hoses, on schedule, before they leave you stranded.',
      },
      mobile: {
        title: 'Mobile Service',
        description: 'Our service trucks bring tools and parts. The shop comes to you.',
      },
    },
    /** Headings of the lists in business.json. */
    terms: { rates: 'Rates', payment: 'How you can pay', notDone: 'What we do not do' },
    /** Follows the emergency's description, depending on `worksOnShoulders` in business.json. */
    shoulders: {
      worked: 'We come to you on the shoulder of a freeway too.',
      notWorked:
        "If it's safe to drive, go to the next exit or lot. If not, call us. In danger? Call 911 first.",
    },
  },

  /** The strongest claims, shown as lines of a mileage sign. */
  claims: {
    label: 'By the numbers',
    /** A claim's number, which is a minimum. */
    figure: '{figure}+',
    years: 'years of combined experience',
    clients: 'satisfied clients',
    hours: 'hours of downtime saved',
    /** Next to "24/7". */
    line: byHours('emergency line', ''),
  },

  serviceArea: {
    heading: 'Service Area',
    intro: 'Not sure we cover you? Call and ask.',
    downtown: 'Downtown {city}',
    /** Shown below the minutes, here and on the signs of the first screen. */
    averageResponse: 'average response time',
    minutes: '{minutes} min',
    mapAlt: 'Map of the {city} area: counties, main highways and the towns listed here',
    /** The name of the list of highway shields, for screen readers. */
    highways: 'Highways: {names}',
    /** The caption below the map, which includes the link that opens it. */
    openMap: '{city} area: open map',
    note: 'Times are averages: traffic, weather and distance change them. Ask for an estimate when you call.',
  },

  gallery: {
    heading: 'Our Work in Action',
    /** The position of the picture that the viewer shows. */
    position: 'Picture {number} of {total}: {caption}',
    previous: 'Previous picture',
    next: 'Next picture',
    close: 'Close',
    more: 'Want to See More?',
    moreText: 'Need paperwork for a repair? Use the form. Checking on a job? Call.',
    requestDocumentation: 'Request Service Documentation',
    callForUpdates: 'Call for Live Updates',
  },

  contact: {
    title: 'Contact Us',
    subtitle: 'Get in touch for reliable diesel repair services',
    headline: 'Get Emergency Service Now',
    phoneLabel: 'Emergency phone line',
    emailLabel: 'Email',
    areasLabel: 'Service areas',
    areas: {
      one: '{cities}, {states}, and the towns around it',
      other: '{cities}, {states}, and the towns around them',
    },
    townLabel: 'Based in',
    hoursLabel: 'Hours',
    hours: byHours('24/7 emergency line', 'Emergency line: {hours}'),
    callNow: 'Call Now',
    callNowText: `Broken down on the road or the job? ${byHours('Call any hour.', 'Call us.')}`,
  },

  areas,
  hours,
  form,
  outcome,
  messageHint,
  roadside,
  areaCheck,
  requestStatus,

  /** The page after a rejected form without JavaScript, by error code. */
  rejection: {
    title: 'Your request was not sent',
    reasons: {
      invalid: 'Fix this and send again.',
      bad_form: "We couldn't read the form. Send it again.",
      too_large: 'What you sent is too long. Shorten it and send again.',
      cross_origin: "We couldn't take the form from that page. Fill it in again on our site.",
      slow_down: 'Too many requests came from your connection. Wait ten minutes and send yours again.',
      unavailable: "We can't take requests right now. Wait a minute and send again.",
    },
    back: "Your browser's Back button takes you to the form, with what you typed.",
    call: 'Or call us directly at {phone}',
    home: 'Return to Home',
  },

  /** The page after a form without JavaScript. The texts of `outcome` appear above this link. */
  sent: { received: 'We have your request.', home: 'Return to Home' },

  footer: {
    description: 'Mobile diesel engine repair for fleet owners, equipment operators and drivers.',
    tagline: 'Diesel repair that comes to you',
    servicesHeading: 'Services',
    contactHeading: 'Contact',
    area: '{areasTitle}',
    emergency: 'Emergency Service',
    copyright: `© {year} {business}.${ifClaimed('licensedAndInsured', ' Licensed and insured.')}`,
    credit: 'Site by {agency}',
  },

  about: {
    heading: 'About {business}',
    text: [
      'We repair diesel engines where they break down: at the roadside, in the yard, on the job site. Our mobile service teams bring the tools and parts to you.',
      `Fleet owners, equipment operators and drivers around {areasNear} call us for scheduled service, and ${byHours('at any hour', '{hours},')} for emergencies.`,
    ],
    /** The numbered parts in the drawing of the service truck. */
    truck: {
      alt: 'The service truck from the side, its compartments open. Six parts have numbers.',
      parts: ['Crane', 'Diagnostics laptop', 'Compressor', 'Air and oil reels', 'Wrenches', 'Parts drawers'],
    },
    whyHeading: 'Why Choose {business}',
    why: [
      {
        title: ifClaimed('aseCertified', 'ASE certified technicians'),
        reason: 'The people working on your engine passed ASE exams.',
      },
      {
        title: ifClaimed('licensedAndInsured', 'Licensed and insured'),
        reason: 'For yards and job sites that require licensed, insured contractors.',
      },
      {
        title: 'We come to you',
        reason: 'The shop comes to your truck, your machine or your yard.',
      },
      {
        title: byHours('One number, day and night', 'One number'),
        reason: byHours(
          'The emergency line is open 24 hours a day, 7 days a week.',
          'The emergency line is open {hours}.',
        ),
      },
      {
        title: 'Times up front',
        reason: 'You know our average response time before you call: {averages}.',
      },
    ],
  },

  /** docs/privacy.md names the test or setting that backs each sentence. */
  privacy: {
    heading: 'Privacy',
    /** The three most important facts. The rows below unfold. */
    summary:
      'We use your details only to answer you, set no cookies, and delete our copy within {retentionDays} days of emailing it to us.',
    rows: [
      {
        title: 'What we get',
        text: 'What you write in the form, with the time and the language, once you send it. We get your location only if you press the location button.',
      },
      {
        title: 'Why we use it',
        text: "Only to answer you. We don't sell it. No cookies, no trackers.",
      },
      {
        title: 'Who sees it',
        text: "We do, and so do the companies that run our server, email and maps.{paging} The page we answer requests on doesn't save them on our phones.",
      },
      {
        title: 'Your link',
        text: "After you send your request, you get a link to a page about it. The page shows the service, each step with its time, the estimated arrival, and the first name of the person handling your request. It shows nothing you wrote. Anyone who has your link can also cancel or delete your request, so don't forward it. “Share this page” gives you a second link, which only shows the page.",
      },
      {
        title: 'How long',
        text: "This website deletes all its copies within {retentionDays} days of emailing your request to us. If we can't email a request, or a file of requests is damaged, we keep it until we've handled it. This promise doesn't cover our mailbox, files we export, or a database company's backups.",
      },
      {
        title: 'Your network address',
        text: 'To stop floods of requests, we keep a code made from your network address. We delete it after 10 minutes, or later, when no more messages about your request are waiting to be sent to us. Our backups keep it for up to 8 more days.',
      },
      {
        title: 'On your phone',
        text: 'Your answers stay in the browser tab until you send them, clear them or close the tab. If you open your link, the tab remembers it until you close the tab.',
      },
      {
        title: 'Your rights',
        text: 'To see, correct or delete what you sent, call {phone} or write to {email}. You can also delete it yourself with your link.',
      },
      {
        title: 'Trouble using this site?',
        text: 'Call {phone}.',
      },
    ],
    paging: byPaging(
      '',
      ' In an emergency, the company that rings our phones gets your number, your place and the first words of your message.',
      ' In an emergency, the company that rings our phones learns only which service you chose.',
    ),
    since: 'In effect since {since}.',
    licenses: 'Licenses',
  },

  notFound: {
    headline: 'Oops! Page not found',
    home: 'Return to Home',
  },
};

export type Words = typeof en;
