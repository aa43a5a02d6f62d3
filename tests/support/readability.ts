/** The words of a text, in small letters. A number, a price or "24/7" is one word. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d](?:[\p{L}\d'’/.,-]*[\p{L}\d])?/gu) ?? [];
}

/** A text cut where a sentence ends. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => wordsOf(sentence).length > 0);
}

/** Vowels of English spelling that are no syllable. */
const silent = [
  /(?<=[^aeiouy])(?<![^aeiouyr]l)e$/, // engine, but vehicle
  /(?<=[^aeiouysxz])(?<![cg]|[cs]h|[^aeiouyr]l)e(?=s$)/, // times, but hoses
  /(?<=[^aeiouytd])(?<![^aeiouylr]l)e(?=d$)/, // insured, but stranded
  /(?<=[aeiouy][^aeiouyl])e(?=(?:ly|ment|ful|less|ness)s?$)/, // safely
  /(?<=q)u/g, // equipment
  /(?<=[tscgx])i(?=on|ou|a[ln])/g, // station
];

/** Where two vowels of English spelling are a syllable each: material, being, actual, employer. */
const hiatus = /i(?=a(?!ge)|um|en[ct]|o)|(?<![aeiou])[aeou](?=ing)|(?<!g)u(?=a)|(?<=[aeiou])(?=ye)/g;

const irregular: Record<string, number> = { area: 3, areas: 3, business: 2 };

/** Syllables of an English word, told from its spelling. A figure counts as one: it is read at a glance. */
export function englishSyllables(word: string): number {
  const spelled = word.replace(/(?<=[ds])n['’]t$/, 'nat').replace(/['’].*/, '');
  const spoken = silent.reduce((text, vowel) => text.replace(vowel, ''), spelled).replace(hiatus, '$&-');
  return irregular[word] ?? Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1);
}

/**
 * Syllables of a Spanish word: one for each strong vowel or stressed weak one, with the weak ones beside
 * it. An "h" parts no syllables, the "u" of "que" and "gui" is silent, a "y" at the end is a vowel.
 */
export function spanishSyllables(word: string): number {
  const spoken = word
    .replace(/(?<=[qg])u(?=[eéií])/g, '')
    .replaceAll('ü', 'u')
    .replaceAll('h', '')
    .replace(/y$/, 'i');
  return Math.max(1, spoken.match(/[iu]*[aeoáéóíú][iu]*|[iu]+/g)?.length ?? 1);
}

/** The school year that reads a text with ease (Kincaid and others, 1975). */
export function fleschKincaidGrade(sentences: string[]): number {
  const { wordsPerSentence, syllablesPerWord } = ratesOf(sentences, englishSyllables);
  return 0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59;
}

/** Ease of reading from 0 to 100 (Szigriszt Pazos, 1993): from 65 on "fairly easy", newspapers have 40 to 65. */
export function szigrisztPazos(sentences: string[]): number {
  const { wordsPerSentence, syllablesPerWord } = ratesOf(sentences, spanishSyllables);
  return 206.835 - 62.3 * syllablesPerWord - wordsPerSentence;
}

function ratesOf(sentences: string[], syllablesOf: (word: string) => number) {
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return { wordsPerSentence: words.length / sentences.length, syllablesPerWord: syllables / words.length };
}
