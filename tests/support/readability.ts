/** The words of a text, in lower case. A number, a price or "24/7" is one word. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d](?:[\p{L}\d'’/.,-]*[\p{L}\d])?/gu) ?? [];
}

/** Splits a text into sentences. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => wordsOf(sentence).length > 0);
}

/** English vowel spellings that are not a syllable. */
const silent = [
  /(?<=[^aeiouy])(?<![^aeiouyr]l)e$/, // engine, but vehicle
  /(?<=[^aeiouysxz])(?<![cg]|[cs]h|[^aeiouyr]l)e(?=s$)/, // times, but hoses
  /(?<=[^aeiouytd])(?<![^aeiouylr]l)e(?=d$)/, // insured, but stranded
  /(?<=[aeiouy][^aeiouyl])e(?=(?:ly|ment|ful|less|ness)s?$)/, // safely
  /(?<=q)u/g, // equipment
  /(?<=[tscgx])i(?=on|ou|a[ln])/g, // station
];

/** Adjacent vowels that are separate syllables: material, being, actual, employer. */
const hiatus = /i(?=a(?!ge)|um|en[ct]|o)|(?<![aeiou])[aeou](?=ing)|(?<!g)u(?=a)|(?<=[aeiou])(?=ye)/g;

const irregular: Record<string, number> = { area: 3, areas: 3, business: 2 };

/** Syllables of an English word, estimated from its spelling. A figure counts as one. */
export function englishSyllables(word: string): number {
  const spelled = word.replace(/(?<=[ds])n['’]t$/, 'nat').replace(/['’].*/, '');
  const spoken = silent.reduce((text, vowel) => text.replace(vowel, ''), spelled).replace(hiatus, '$&-');
  return irregular[word] ?? Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1);
}

/**
 * Syllables of a Spanish word: one per strong or stressed weak vowel, including adjacent weak ones. "h" does
 * not separate syllables, the "u" of "que" and "gui" is silent, and a final "y" is a vowel.
 */
export function spanishSyllables(word: string): number {
  const spoken = word
    .replace(/(?<=[qg])u(?=[eéií])/g, '')
    .replaceAll('ü', 'u')
    .replaceAll('h', '')
    .replace(/y$/, 'i');
  return Math.max(1, spoken.match(/[iu]*[aeoáéóíú][iu]*|[iu]+/g)?.length ?? 1);
}

/** The U.S. grade level of a text (Kincaid et al., 1975). */
export function fleschKincaidGrade(sentences: string[]): number {
  const { wordsPerSentence, syllablesPerWord } = ratesOf(sentences, englishSyllables);
  return 0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59;
}

/**
 * Reading ease from 0 to 100 (Szigriszt Pazos, 1993): 65 and up is "fairly easy"; newspapers score 40 to 65.
 */
export function szigrisztPazos(sentences: string[]): number {
  const { wordsPerSentence, syllablesPerWord } = ratesOf(sentences, spanishSyllables);
  return 206.835 - 62.3 * syllablesPerWord - wordsPerSentence;
}

function ratesOf(sentences: string[], syllablesOf: (word: string) => number) {
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return { wordsPerSentence: words.length / sentences.length, syllablesPerWord: syllables / words.length };
}
