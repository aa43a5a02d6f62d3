/** A point in a drawing's units. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Removes points of a line that are no farther than `tolerance` from the line without them (the Ramer-Douglas-Peucker
 * algorithm). Keeps the first and the last point.
 */
export function simplify(line: readonly Point[], tolerance: number): Point[] {
  const [start] = line;
  const end = line.at(-1);
  if (!start || !end || line.length < 3) {
    return [...line];
  }
  const distances = line.map((point) => measureDistance(point, start, end));
  const farthest = distances.indexOf(Math.max(...distances));
  if ((distances[farthest] ?? 0) <= tolerance) {
    return [start, end];
  }
  return [
    ...simplify(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthest), tolerance),
  ];
}

/** Returns the distance of a point from the line between two other points. */
function measureDistance({ x, y }: Point, start: Point, end: Point): number {
  const [across, down] = [end.x - start.x, end.y - start.y];
  const squaredLength = across ** 2 + down ** 2;
  const along = squaredLength === 0 ? 0 : ((x - start.x) * across + (y - start.y) * down) / squaredLength;
  const fraction = Math.max(0, Math.min(1, along));
  return Math.hypot(x - start.x - fraction * across, y - start.y - fraction * down);
}
