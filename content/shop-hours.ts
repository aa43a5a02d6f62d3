import { business } from './business.ts';
import { daysOf, type Hours, hoursIn } from './hours.ts';
import type { Language } from './known-languages.ts';
import { words } from './words/index.ts';
import { siteNowWords } from './words/site-now.ts';

/** What the contact section says of shop hours, a paragraph each. Empty if there are none. */
export function shopHoursIn(
  language: Language,
  lines: readonly Hours[] = business.shopHours ?? [],
): string[] {
  if (lines.length === 0) {
    return [];
  }
  const said = lines.map((line) => {
    const text = hoursIn(language, words[language].hours, line);
    return text.charAt(0).toUpperCase() + text.slice(1);
  });
  return [...said, siteNowWords[language].shopHours.outside];
}

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Hours as structured data has them (schema.org). */
export function openingHours({ days, opens, closes }: Hours) {
  return {
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: daysOf(days).map((day) => week[day] ?? week[0]),
    opens,
    closes,
  };
}

/** The opening hours are the shop hours, if set. The emergency line then has hours of its own. */
export function hoursData(lines: readonly Hours[] = business.shopHours ?? []) {
  const line = openingHours(business.hours);
  if (lines.length === 0) {
    return { openingHoursSpecification: line };
  }
  return {
    openingHoursSpecification: lines.map(openingHours),
    contactPoint: {
      '@type': 'ContactPoint' as const,
      contactType: 'emergency',
      telephone: business.phone,
      hoursAvailable: line,
    },
  };
}
