import { business } from '../../content/business.ts';

/** The facts as they are before the owner writes their own. */
export const placeholderBusiness: typeof business = {
  ...business,
  name: 'Mile Marker Diesel',
  phone: '+17135550147',
  email: 'service@milemarkerdiesel.example',
  agency: { name: 'Crossroads Web Studio', url: 'https://crossroads-web.example/' },
};
