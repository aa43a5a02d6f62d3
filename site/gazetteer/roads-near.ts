import type { Coordinates } from '../../content/service-areas.ts';
import { edgesAround, highwaysIn } from './highways-near.ts';
import type { Area } from './resolve-area.ts';
import { surveyedRoads } from './surveyed-roads.ts';

export interface Road {
  name: string;
  /** 1 if its source is finer than 100 m. */
  fine: 0 | 1;
  /** Longitude and latitude of its first point in ten-thousandths of a degree, then differences. */
  line: string;
}

/** The roads of an area: surveyed ones where we have them, otherwise national data, which is coarse. */
export function roadsNear(area: Area): readonly Road[] {
  return (
    surveyedRoads[`${area.state} ${area.id}`]?.map(([name, fine, line]) => ({ name, fine, line })) ??
    highwaysIn(edgesAround(area)).flatMap(({ name, lines }) =>
      lines.map((line) => ({ name, fine: 0 as const, line: encodedLine(line) })),
    )
  );
}

export function encodedLine(points: readonly Coordinates[]): string {
  let [x, y] = [0, 0];
  const steps = points.flatMap(([longitude, latitude]) => {
    const [left, down] = [Math.round(longitude * 1e4), Math.round(latitude * 1e4)];
    const step = [left - x, down - y];
    [x, y] = [left, down];
    return step;
  });
  return steps.join(' ');
}
