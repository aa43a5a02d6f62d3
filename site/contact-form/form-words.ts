import type * as en from '../../content/words/en.ts';

/** What the form says in one language, as content/words holds it: the {names} are filled in where they are shown. */
export type FormWords = Pick<typeof en, 'form' | 'outcome' | 'roadside'> & { messageHint?: string };
