// The area check's words in this language. Each language has its own file, so nobody loads both.
export { areaCheck } from '../../content/words/en.ts';
