import { business } from '../content/business.ts';
import { formatPhone, formatPhoneLink } from '../content/phone-number.ts';

/** Facts behind {placeholders} in content/words. The build inlines them into scripts as data. */
export const facts = {
  business: business.name,
  phone: formatPhone(business.phone),
  email: business.email,
  textLine: business.textLine,
  answerWithinMinutes: business.answerWithinMinutes,
  years: business.claims.yearsOfExperience,
  year: business.copyrightYear,
  agency: business.agency.name,
};

/**
 * The facts that scripts need. They are exported one by one, so that the bundler inlines them, drops the other facts,
 * and removes the code about `textNumber` and `answerWithinMinutes` if these are empty.
 */
export const { phone, textLine: textNumber, answerWithinMinutes } = facts;

/** The languages in which calls are answered. */
export const phoneLanguages = business.phoneLanguages;

export const callLink = formatPhoneLink(business.phone);
export const emailLink = `mailto:${business.email}`;
