import { business } from '../content/business.ts';
import { phoneLink, printedPhone } from '../content/phone-number.ts';
import { serviceAreas } from '../content/service-areas.ts';

const [houston, austin] = serviceAreas;

/** The facts behind the {placeholders} in content/words. The build inlines them into scripts as data. */
export const facts = {
  business: business.name,
  phone: printedPhone(business.phone),
  email: business.email,
  textLine: business.textLine,
  years: business.claims.yearsOfExperience,
  year: business.copyrightYear,
  agency: business.agency.name,
  retentionDays: business.retentionDays,
  houston: houston.city,
  houstonMinutes: houston.averageMinutes,
  austin: austin.city,
  austinMinutes: austin.averageMinutes,
};

export const callLink = phoneLink(business.phone);
export const emailLink = `mailto:${business.email}`;
