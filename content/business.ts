import type { Language } from './languages.ts';

/**
 * The facts of the business. Change a line here and the whole site, the error messages and the emails follow.
 * Replace values marked "placeholder" before going live.
 */
export const business = {
  /** Placeholder trade name. */
  name: 'Mile Marker Diesel',
  /** The one phone number, in E.164: "+", country code, number, no spaces. Placeholder. */
  phone: '+17135550147',
  /** A number for text messages that somebody reads day and night, in E.164. Empty: none is offered. */
  textLine: '',
  /** The receipt promises a call within this many minutes, a whole number. Empty: it promises nothing. */
  answerWithinMinutes: '' as number | '',
  /** Shown on the site; requests go here unless MAIL_TO says otherwise. Placeholder. */
  email: 'service@milemarkerdiesel.example',
  /** The claims of the specification (sections 1 and 9): each is "that many or more". Clients and hours may be ''. */
  claims: { yearsOfExperience: 100, clients: 500 as number | '', hoursSaved: 1000 as number | '' },
  /** The languages calls are answered in. The pages say so: add 'es' once someone who speaks Spanish answers. */
  phoneLanguages: ['en'] as Language[],
  /**
   * Whether you repair trucks on the shoulder of a freeway. If not, the pages promise no work there and ask
   * drivers to get to the next exit.
   */
  worksOnShoulders: false,
  /**
   * What drivers and fleets ask before they call. Each is shown only if it is written, in every language: how they
   * can pay, like ['Cash', 'Visa', 'EFS checks']; what a visit costs, in a sentence; what you do not do, like
   * ['Towing', 'Tires'].
   */
  payment: { en: [], es: [] } as Record<Language, string[]>,
  rates: { en: '', es: '' } as Record<Language, string>,
  notDone: { en: [], es: [] } as Record<Language, string[]>,
  /** Where the business is based, like 'Katy, TX'. Empty: the pages and search engines name no place. */
  town: '',
  /** In which the emails to the owner say when a request came: the zone of your city, like America/Denver. */
  timeZone: 'America/Chicago',
  /** When the emergency line is answered: every day, around the clock. */
  hours: { opens: '00:00', closes: '23:59' },
  /**
   * Days after which the last copy of an emailed request that this software makes is gone, as the privacy section
   * says. The default of RETENTION_DAYS.
   */
  retentionDays: 30,
  /** Whether emergencies ring your phones through a company (PAGE_URL): then the privacy section names it. */
  pages: false,
  /** Since when the privacy section reads as it does. Change it with its sentences (`privacy` in words/). */
  privacySince: '2026-11-25',
  /** In the copyright line. Not the current year. */
  copyrightYear: 2025,
  /** Who built the site; both empty: the footer names nobody. Placeholder. */
  agency: { name: 'Crossroads Web Studio', url: 'https://crossroads-web.example/' },
};
