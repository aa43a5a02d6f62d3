/** Milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** How often each thing happens on average: in a year more than a server of this kind sees in its life. */
export const often = {
  visitor: 2 * hour,
  flood: 8 * day,
  mailFault: 8 * hour,
  storeFault: 16 * hour,
  kill: 16 * hour,
  restart: day,
  jump: 4 * day,
};
