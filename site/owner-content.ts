import { business } from '../content/business.ts';
import { gallery } from '../content/gallery.ts';
import { languages } from '../content/languages.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { mailWords, words } from '../content/words/index.ts';

/** Facts and words that an owner can edit. */
export const content = {
  business,
  gallery,
  languages,
  mailWords,
  serviceAreas,
  services,
  words,
};

// biome-ignore lint/suspicious/noExplicitAny: an owner's edit may omit anything the type requires
type Loose<Part> = Part extends string | number | boolean ? Part : any;
/** The same content, loosely typed, because parts may be missing. */
export type Content = { [Part in keyof typeof content]: Loose<(typeof content)[Part]> };
