// The form's words in this language. Each language has its own file, so nobody loads both.
export { form, outcome, roadside } from '../../content/words/es.ts';
