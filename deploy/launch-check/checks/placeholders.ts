import { placeholdersIn } from '../../../server/placeholders.ts';
import type { Check } from '../circumstances.ts';

const consequences: Record<string, string> = {
  name: 'visitors see the name of a business that does not exist',
  phone: 'a driver who calls it reaches nobody',
  email: 'email that visitors send to it is lost',
  agency: 'the footer credits somebody who did not build this site',
};

export const placeholders: Check = {
  name: 'the facts of your business',
  run: ({ business }) =>
    placeholdersIn(business).map((fact) => ({
      open: `The ${fact} in content/business.ts is still the placeholder, so ${consequences[fact]}: replace it with your own, then rebuild.`,
    })),
};
