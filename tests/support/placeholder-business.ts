import { business } from '../../content/business.ts';
import { placeholdersIn } from '../../server/placeholders.ts';

/** Whether the facts are the example's, which the specification is about, and not yet an owner's. */
export const isExample = placeholdersIn(business).includes('name');

/** The facts as they are before the owner writes their own. */
export const placeholderBusiness: typeof business = {
  ...business,
  name: 'Mile Marker Diesel',
  phone: '+17135550147',
  email: 'service@milemarkerdiesel.example',
  agency: { name: 'Crossroads Web Studio', url: 'https://crossroads-web.example/' },
};
