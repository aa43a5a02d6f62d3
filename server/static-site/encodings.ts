/** The encodings a file is kept in, smallest first, with the ending finish-build.ts writes. */
export const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
  { name: 'identity', ending: '' },
] as const;

export type Encoding = (typeof encodings)[number]['name'];
