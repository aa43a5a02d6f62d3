// The words of the area check in this language, in a separate file so that nobody loads both.
export { areaCheck } from '../../content/words/en.ts';
