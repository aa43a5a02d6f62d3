/** Every distinct visible letter in part of content/. */
export function lettersOf(part: unknown): string[] {
  const letters = new Set<string>();
  collect(part, letters);
  return [...letters].filter((letter) => letter.trim() !== '').sort();
}

function collect(part: unknown, letters: Set<string>): void {
  if (typeof part === 'string') {
    for (const letter of part) letters.add(letter);
  } else if (typeof part === 'object' && part !== null) {
    for (const value of Object.values(part)) collect(value, letters);
  }
}
