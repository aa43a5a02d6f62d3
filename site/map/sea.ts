export interface Point {
  x: number;
  y: number;
}

/** The picture's edge and the land's outlines: with the even-odd rule, what is between them is sea. */
export function seaAround(land: readonly Point[][], width: number, height: number): Point[][] {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return areaOf(land) < 0.999 * width * height ? [corners, ...land] : [];
}

/** The sum of the outlines' areas (the shoelace formula). */
const areaOf = (outlines: readonly (readonly Point[])[]) =>
  outlines.reduce(
    (sum, outline) =>
      sum +
      Math.abs(
        outline.reduce((twice, { x, y }, index) => {
          const next = outline[(index + 1) % outline.length] ?? { x, y };
          return twice + x * next.y - next.x * y;
        }, 0),
      ) /
        2,
    0,
  );
