const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text whose lines in Arabic, Hebrew and the like are isolated (UAX 9): the words around them keep their order. */
export const isolated = (text: string) =>
  text.replace(/.+/g, (line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line));
