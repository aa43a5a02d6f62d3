/** Milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Of each kind of event: more in a year than such a server sees in its lifetime. */
export const meanIntervals = {
  visitor: 2 * hour,
  flood: 8 * day,
  mailFault: 8 * hour,
  storeFault: 16 * hour,
  kill: 16 * hour,
  restart: day,
  jump: 4 * day,
};
