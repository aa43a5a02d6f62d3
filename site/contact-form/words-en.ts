// The words the browser needs in this language, in a separate file so that nobody loads both.
export { areaCheck, form, outcome, roadside } from '../../content/words/en.ts';
