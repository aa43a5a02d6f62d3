import type { Check } from '../circumstances.ts';

/** Bytes. Requests are small, so something else is filling the disk: warn before it is full. */
const enough = 1_000_000_000;

export const disk: Check = {
  name: 'the disk',
  run: ({ freeSpace, settings }) => {
    const free = freeSpace();
    return free >= enough
      ? []
      : [
          {
            open: `The disk that holds ${settings.dataDir} has only ${Math.round(free / 1_000_000)} MB left, and when it is full the form returns 503: free up space until it has 1,000 MB.`,
          },
        ];
  },
};
