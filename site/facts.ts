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
 * The facts that scripts need. Because each is exported on its own, the bundler inlines it and drops the other facts.
 * If `textNumber` or `answerWithinMinutes` is empty, the bundler also removes the code about it.
 */
export const { phone, textLine: textNumber, answerWithinMinutes } = facts;

/** The languages in which calls are answered. */
export const phoneLanguages = business.phoneLanguages;

export const callLink = formatPhoneLink(business.phone);
export const emailLink = `mailto:${business.email}`;
