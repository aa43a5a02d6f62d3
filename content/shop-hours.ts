import { business } from './business.ts';
import { formatHours, type Hours, parseDays } from './hours.ts';
import type { Language } from './known-languages.ts';
import { words } from './words/index.ts';

/** Returns the contact section's paragraphs about shop hours. Empty if there are no shop hours. */
export function formatShopHours(
  language: Language,
  lines: readonly Hours[] = business.shopHours ?? [],
): string[] {
  if (lines.length === 0) {
    return [];
  }
  const paragraphs = lines.map((line) => {
    const text = formatHours(language, words[language].hours, line);
    return text.charAt(0).toUpperCase() + text.slice(1);
  });
  return [...paragraphs, words[language].siteNow.shopHours.outside];
}

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Formats hours for structured data (schema.org). */
function openingHours({ days, opens, closes }: Hours) {
  return {
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: parseDays(days).map((day) => week[day] ?? week[0]),
    opens,
    closes,
  };
}

/**
 * Returns the shop hours as opening hours, and the emergency line as a separate contact point. Without shop hours,
 * returns the emergency line's hours as opening hours.
 */
export function createHoursData(lines: readonly Hours[] = business.shopHours ?? []) {
  const emergencyLineHours = openingHours(business.hours);
  if (lines.length === 0) {
    return { openingHoursSpecification: emergencyLineHours };
  }
  return {
    openingHoursSpecification: lines.map(openingHours),
    contactPoint: {
      '@type': 'ContactPoint' as const,
      contactType: 'emergency',
      telephone: business.phone,
      hoursAvailable: emergencyLineHours,
    },
  };
}
