interface Drawing {
  thing: string;
  accent: string;
}

/**
 * Strokes on a 48-unit grid: the part as a mechanic knows it, with its distinguishing detail in the second
 * color.
 */
export const iconDrawings: Record<string, Drawing> = {
  // A reflective warning triangle on its stand.
  triangle: {
    thing: 'M21.5 6.5a3 3 0 0 1 5 0L43.5 36a3 3 0 0 1-2.5 4.5H7A3 3 0 0 1 4.5 36ZM10 41l-3 4M38 41l3 4',
    accent: 'M24 16l10 17H14Z',
  },
  // The number on a fleet truck's door.
  door: {
    thing: 'M5 43V19L17 5h26v38ZM11 20l9-10h17v10ZM33 26h5',
    accent: 'M12 31l3-2v9M21 31q3-4 5 0 0 2-5 7h6M31 30h6l-4 8',
  },
  // An excavator: tracks, house and cab; boom and bucket.
  excavator: {
    thing: 'M7 36.5h19a4 4 0 0 1 0 8H7a4 4 0 0 1 0-8ZM4 36v-8h6V17h8l4 8v11M22 29h5v7',
    accent: 'M19 23L31 6l11 13M38 20l5-2q4 6 1 12l-9 1q3-3 3-5Z',
  },
  // The check-engine light; a reading of the engine in it.
  engine: {
    thing: 'M3 19v16M3 27h5M21 15V9M14 9h14M8 19h5l4-4h13l4 5h4v4h6v14h-6v-3h-3l-4 5H19l-5-5H8Z',
    accent: 'M13 28h5l3-6 5 11 3-5h5',
  },
  // A drop of oil: checked.
  oil: {
    thing: 'M24 3q14 18 14 27a14 14 0 0 1-28 0Q10 21 24 3Z',
    accent: 'M17 29l5.5 6L31 24',
  },
  // A service truck: cab, body with its doors, crane.
  truck: {
    thing: 'M3 36V17h24v19M27 21h8l8 8v7h-3M17 36h14M3 36h4M7 17V9h13',
    accent:
      'M8 37a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M31 37a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M11 17v9M19 17v9M20 9v4',
  },
};
