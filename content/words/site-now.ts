import type { Language } from '../known-languages.ts';

/** What the pages say about a change that Dispatch made to the site. */
interface SiteNowWords {
  /**
   * A notice, and until when it is shown. "Closed Thursday. Until Sunday" would read as if the business were closed until
   * then.
   */
  notice: string;
  minutes: string;
  /** On a static host: what the notice's button does. */
  close: string;
  /** In Service Area, below the average. */
  minutesUntil: string;
  /** In the contact section. `outside`: what happens to a request that isn't an emergency. */
  shopHours: { label: string; outside: string };
  until: {
    /** At some hour today or tonight. */
    time: string;
    /** The same, for times that begin with 1. */
    oneOClock: string;
    /** Within six days. */
    weekday: string;
    /** Later. */
    day: string;
  };
}

export const siteNowWords: Record<Language, SiteNowWords> = {
  en: {
    notice: '{text} (Notice {until})',
    minutes: '{minutes} min',
    close: 'Close',
    minutesUntil: '{minutes} min, {until}',
    shopHours: {
      label: 'Shop hours',
      outside: 'At other times, we answer requests that aren’t an emergency when the shop opens.',
    },
    until: {
      time: 'until {time}',
      oneOClock: 'until {time}',
      weekday: 'until {weekday}, {time}',
      day: 'until {day}',
    },
  },
  es: {
    notice: '{text} (Aviso {until})',
    minutes: '{minutes} min',
    close: 'Cerrar',
    minutesUntil: '{minutes} min, {until}',
    shopHours: {
      label: 'Horario del taller',
      outside:
        'Fuera de este horario, contestamos las solicitudes que no son de emergencia cuando abre el taller.',
    },
    until: {
      time: 'hasta las {time}',
      oneOClock: 'hasta la {time}',
      weekday: 'hasta el {weekday}, {time}',
      day: 'hasta el {day}',
    },
  },
};
