// What the browser needs of this language, in a file of its own: nobody loads both.
export { areaCheck, form, outcome, roadside } from '../../content/words/en.ts';
