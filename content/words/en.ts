/** What the form says. It and `outcome` stand alone because the browser needs them, and no other words. */
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
  /** A field for programs; people meet it only in a browser that shows no styles. */
  leaveEmpty: 'Leave this field empty',
  send: 'Send Request',
  sending: 'Sending...',
  /** Before the title of the page while a field is wrong. */
  errorTitle: 'Error:',
  /** Beside a field that fails; {limit} is its greatest length in characters. */
  problems: {
    name: {
      missing: 'Enter your name.',
      tooLong: 'Shorten your name to {limit} characters.',
      malformed: 'Enter your name in ordinary letters, on one line.',
    },
    phone: {
      missing: 'Enter a phone number we can call you on.',
      tooLong: 'Shorten the phone number to {limit} characters.',
      malformed: 'Enter the phone number on one line.',
    },
    email: {
      missing: 'Enter your email address.',
      tooLong: 'Shorten the email address to {limit} characters.',
      malformed: 'Enter an email address like name@company.com.',
    },
    service: {
      missing: 'Select a service.',
      tooLong: 'Select a service from the list.',
      malformed: 'Select a service from the list.',
    },
    message: {
      missing: 'Describe what you need.',
      tooLong: 'Shorten the message to {limit} characters.',
      malformed: 'Describe what you need in plain text.',
    },
  },
};

/** The two toasts of the specification (section 8), and what stays on the page after them. */
export const outcome = {
  sent: {
    title: 'Message Sent Successfully!',
    description: "Thank you for contacting us. We'll get back to you as soon as possible.",
  },
  failed: {
    title: 'Error Sending Message',
    description: 'Please try again or call us directly at {phone}',
  },
  notifications: 'Notifications',
  close: 'Close',
};

/**
 * Every sentence an English-reading visitor can see. {phone} and the like are filled in
 * from business.ts and service-areas.ts; a name that cannot be filled stops the build.
 */
export const en = {
  pages: {
    landing: {
      title: '{business} | Mobile diesel repair in Houston and Austin, 24/7',
      description:
        'Diesel engines repaired where they stand, around the clock, in the Houston and Austin areas. Call {phone} or send a request.',
    },
    about: {
      title: 'About {business} | Mobile diesel repair',
      description:
        'Who comes when you call: ASE certified technicians with over {years} years of combined experience, licensed and insured.',
    },
    notFound: {
      title: 'Page not found | {business}',
      description: 'This page does not exist.',
    },
  },

  skipLink: 'Skip to main content',

  /** Said beside the number, by `spanishSpoken` in business.ts. Empty: nothing needs saying. */
  phone: {
    spanishSpoken: 'Se habla español',
    englishOnly: '',
  },

  header: {
    menu: 'Menu',
    mainNavigation: 'Main',
    emergency: '24/7 Emergency',
  },

  navigation: {
    services: 'Services',
    serviceArea: 'Service Area',
    contact: 'Contact',
    about: 'About',
  },

  hero: {
    headline: 'Your diesel, repaired where it stands',
    text: 'Trucks, fleets and construction equipment. Our mobile teams come to you in the Houston and Austin areas, day and night.',
    call: 'Call now, day or night',
    request: 'Request Service',
    proofLabel: 'At a glance',
    ase: 'ASE certified technicians',
    licensed: 'Licensed and insured',
    response: '{city}: {minutes} minutes on average',
  },

  services: {
    heading: 'Services',
    intro: 'Six kinds of work, all done at your place: the shoulder, the yard or the site.',
    items: {
      emergency: {
        title: 'Emergency Repairs',
        description:
          'Stopped on the road or on the job? Call at any hour. A mobile team comes to the vehicle.',
      },
      fleet: {
        title: 'Fleet Maintenance',
        description:
          'Regular service for your trucks in your own yard, so that they do not have to leave it.',
      },
      construction: {
        title: 'Construction Equipment',
        description: 'Excavators, loaders, generators: diesel engines repaired on the site where they work.',
      },
      diagnostic: {
        title: 'Engine Diagnostics',
        description: 'A laptop on the engine reads its fault codes and live values, to find the cause first.',
      },
      preventive: {
        title: 'Preventive Maintenance',
        description: 'Oil, filters, belts and hoses looked after on schedule, before they stop you.',
      },
      mobile: {
        title: 'Mobile Service',
        description: 'Tools and parts arrive on our service trucks. You do not need a tow to reach a shop.',
      },
    },
  },

  serviceArea: {
    heading: 'Service Area',
    intro: 'Two areas of Texas, and the towns around them. Not sure whether you are inside? Call and ask.',
    area: '{city} area',
    downtown: 'Downtown {city}',
    averageResponse: 'average response time',
    minutes: '{minutes} minutes',
    mapAlt: 'Diagram of the {city} area: its counties, main highways and the towns named here',
    mapMinutes: '{minutes} min on average',
    mapNote: 'Diagram. County lines are exact, highways schematic.',
    note: 'Response times are averages. Traffic, weather and distance change them; ask for yours when you call.',
  },

  gallery: {
    heading: 'Our Work in Action',
    illustration: 'Illustration',
    previous: 'Previous picture',
    next: 'Next picture',
    close: 'Close',
    more: 'Want to See More?',
    moreText: 'Ask for the paperwork of a repair, or call to hear how a job is going.',
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
    areas: '{houston} and {austin}, Texas, with the towns around them',
    hoursLabel: 'Hours',
    hours: '24/7 emergency line',
    callNow: 'Call Now',
    callNowText: 'Stopped on the road? A call is faster than the form.',
    /** By the form: what the details are for, and how long the website keeps them. */
    privacy:
      'We use your details only to answer your request. This website deletes them {retentionDays} days after passing them to us by mail.',
  },

  form,
  outcome,

  /** The page a visitor without JavaScript gets when the form could not be taken, by answer code. */
  refusal: {
    title: 'Your request was not sent',
    reasons: {
      invalid: 'Please mend what is marked below and send it again. Nothing you typed is lost.',
      bad_form: 'The form arrived incomplete. Please check it and send it again.',
      too_large: 'The message is too long to be taken. Please shorten it and send it again.',
      cross_origin: 'The form was sent from another website. Please send it from this page.',
      slow_down: 'Too many requests came from your connection. Please wait ten minutes and send it again.',
      unavailable: 'We cannot take requests at this moment. Please wait a minute and send it again.',
    },
    call: 'Or call us directly at {phone}',
    home: 'Return to Home',
  },

  footer: {
    description:
      'Mobile diesel engine repair for fleets, construction equipment and drivers. We come to where the engine stands.',
    tagline: 'Diesel repair where it stands',
    servicesHeading: 'Services',
    contactHeading: 'Contact',
    phoneLabel: 'Phone',
    emailLabel: 'Email',
    areaLabel: 'Area',
    area: 'Houston & Austin Areas',
    emergency: 'Emergency Service',
    copyright: '© {year} {business}. Licensed and insured.',
    credit: 'Site by {agency}',
  },

  about: {
    heading: 'About {business}',
    text: [
      'We repair diesel engines where they stop: on the shoulder, in the yard, on the construction site. Our mobile service teams bring the tools and the parts to you.',
      'Fleet owners, equipment operators and drivers in the Houston and Austin areas call us for planned work and for emergencies, at any hour of any day.',
    ],
    stats: {
      years: 'years of combined experience',
      clients: 'satisfied clients',
      hours: 'hours of downtime saved',
      line: 'emergency line',
    },
    whyHeading: 'Why Choose {business}',
    why: [
      {
        title: 'ASE certified technicians',
        reason: 'The people who work on your engine have passed the tests of the trade.',
      },
      {
        title: 'Licensed and insured',
        reason: 'You can let us work in your yard, on your site and at the roadside.',
      },
      {
        title: 'We come to you',
        reason: 'The vehicle stays where it is. You save the tow and the trip to a shop.',
      },
      {
        title: 'One line, day and night',
        reason: 'The emergency line is open 24 hours a day, 7 days a week.',
      },
      {
        title: 'Two areas, known times',
        reason:
          'On average we reach you in {houstonMinutes} minutes in Houston and in {austinMinutes} minutes in Austin.',
      },
    ],
  },

  notFound: {
    headline: 'Oops! Page not found',
    home: 'Return to Home',
  },
};

export type Words = typeof en;
