import type { Check } from '../circumstances.ts';

/** Bytes. Requests are small: what fills a disk is something else, and it should be seen before. */
const enough = 1_000_000_000;

export const disk: Check = {
  name: 'the disk',
  run: ({ freeSpace, settings }) => {
    const free = freeSpace();
    return free >= enough
      ? []
      : [
          {
            open: `The disk that holds ${settings.dataDir} has only ${Math.round(free / 1_000_000)} MB left, and when it is full the form answers 503: make room for 1,000 MB.`,
          },
        ];
  },
};
