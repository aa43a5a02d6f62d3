// The words of the form in this language, in a separate file so that nobody loads both.
export { form, outcome, roadside } from '../../content/words/en.ts';
