import type { Language } from '../known-languages.ts';

/** The words that the pages add after the owner changes the site in Dispatch. */
interface SiteNowWords {
  /**
   * A notice with its end in parentheses. Without them, "Closed Thursday. Until Sunday." would mean that the business is
   * closed until Sunday.
   */
  notice: string;
  minutes: string;
  /** The accessible name of the notice's close button, on a static host. */
  close: string;
  /** Below the average in Service Area. */
  minutesUntil: string;
  /** In the contact section. `outside` tells when we answer requests that aren't emergencies. */
  shopHours: { label: string; outside: string };
  until: {
    /** A time today or tonight. */
    time: string;
    /** A time today or tonight that begins with 1, because Spanish has another article there. */
    oneOClock: string;
    /** A time within six days. */
    weekday: string;
    /** A later time. */
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
