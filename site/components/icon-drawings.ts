import type { ServiceFact } from '../../content/schema.ts';

interface Drawing {
  outline: string;
  /** The detail in the second color. */
  accent: string;
}

/** The icons as strokes on a 48-unit grid, each with a typical detail. */
export const iconDrawings: Record<ServiceFact['icon'], Drawing> = {
  // A reflective warning triangle on its stand.
  triangle: {
    outline: 'M21.5 6.5a3 3 0 0 1 5 0L43.5 36a3 3 0 0 1-2.5 4.5H7A3 3 0 0 1 4.5 36ZM10 41l-3 4M38 41l3 4',
    accent: 'M24 16l10 17H14Z',
  },
  // The number on a fleet truck's door.
  door: {
    outline: 'M5 43V19L17 5h26v38ZM11 20l9-10h17v10ZM33 26h5',
    accent: 'M12 31l3-2v9M21 31q3-4 5 0 0 2-5 7h6M31 30h6l-4 8',
  },
  // An excavator: tracks, house, and cab. The accent is the boom and the bucket.
  excavator: {
    outline: 'M7 36.5h19a4 4 0 0 1 0 8H7a4 4 0 0 1 0-8ZM4 36v-8h6V17h8l4 8v11M22 29h5v7',
    accent: 'M19 23L31 6l11 13M38 20l5-2q4 6 1 12l-9 1q3-3 3-5Z',
  },
  // The check-engine light, with an engine reading inside it.
  engine: {
    outline: 'M3 19v16M3 27h5M21 15V9M14 9h14M8 19h5l4-4h13l4 5h4v4h6v14h-6v-3h-3l-4 5H19l-5-5H8Z',
    accent: 'M13 28h5l3-6 5 11 3-5h5',
  },
  // A drop of oil with a check mark.
  oil: {
    outline: 'M24 3q14 18 14 27a14 14 0 0 1-28 0Q10 21 24 3Z',
    accent: 'M17 29l5.5 6L31 24',
  },
  // A service truck: cab, body with its doors, and crane.
  truck: {
    outline: 'M3 36V17h24v19M27 21h8l8 8v7h-3M17 36h14M3 36h4M7 17V9h13',
    accent:
      'M8 37a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M31 37a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M11 17v9M19 17v9M20 9v4',
  },
  // A tire: tread, sidewall, and rim. The accent is the hub with its bolts.
  tire: {
    outline:
      'M24 4a20 20 0 1 0 .01 0ZM24 11.5a12.5 12.5 0 1 0 .01 0ZM31.7 5.5l-1.6 3.7M42.5 16.3l-3.7 1.6M42.5 31.7l-3.7-1.6M31.7 42.5l-1.6-3.7M16.3 42.5l1.6-3.7M5.5 31.7l3.7-1.6M5.5 16.3l3.7 1.6M16.3 5.5l1.6 3.7',
    accent: 'M24 20.5a3.5 3.5 0 1 0 .01 0ZM24 15v1M24 32v1M15 24h1M32 24h1',
  },
  // A snowflake, for refrigerated trailers.
  snowflake: {
    outline: 'M24 4v40M41.3 14L6.7 34M41.3 34L6.7 14',
    accent:
      'M18.5 6.5L24 12l5.5-5.5M36.4 10.5l-2 7.5 7.5 2M41.9 28l-7.5 2 2 7.5M29.5 41.5L24 36l-5.5 5.5M11.6 37.5l2-7.5-7.5-2M6.1 20l7.5-2-2-7.5',
  },
  // A hydraulic hose. The accent is its two fittings.
  hose: {
    outline: 'M8 19v9a16 16 0 0 0 32 0v-9M15 19v9a9 9 0 0 0 18 0v-9',
    accent: 'M6 12h11v7H6ZM9 12V4h5v8M31 12h11v7H31ZM34 12V4h5v8',
  },
  // A combination wrench. The accent is the hole in its ring.
  wrench: {
    outline:
      'M38.1 4.9A10 10 0 0 0 24.7 17.7L13.3 29.1A7 7 0 1 0 18.9 34.7L30.3 23.3A10 10 0 0 0 43.1 9.9L35.8 17.2 30.8 12.2Z',
    accent: 'M12 33a3 3 0 1 0 .01 0Z',
  },
};
