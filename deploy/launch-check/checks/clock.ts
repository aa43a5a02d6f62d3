import type { Check } from '../circumstances.ts';

export const clock: Check = {
  name: 'the clock',
  run: ({ isClockSynchronized }) => {
    const synchronized = isClockSynchronized();
    if (synchronized === undefined) {
      return [{ untested: 'This machine cannot tell whether its clock is right (it has no timedatectl).' }];
    }
    return synchronized
      ? []
      : [
          {
            open: "No time server sets this machine's clock, so certificates and the times in your emails will go wrong: run timedatectl set-ntp true.",
          },
        ];
  },
};
