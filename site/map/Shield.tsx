import { shieldSize, shieldWidth } from './drawing.ts';
import type { Route } from './geography.ts';

/** Outlines on a square of 30, wider by a factor for three digits, as on the road. */
const outlines: Record<Route['system'], string> = {
  interstate: 'M3 3q6 2.5 12-1q6 3.5 12 1q4 12-1 18q-4 5-11 8q-7-3-11-8q-5-6-1-18Z',
  us: 'M7 2q8 4 16 0l5 5q-3 5-1 10q1 6-5 9l-7 3-7-3q-6-3-5-9q2-5-1-10Z',
  texas: 'M2 2h26v26h-26Z',
};

interface Props {
  route: Route;
  /** The middle of the shield. */
  x: number;
  y: number;
}

/** A route shield of the interstates, the US highways or Texas, to be drawn within an SVG. */
export function Shield({ route: { system, number }, x, y }: Props) {
  const stretch = shieldWidth(number) / shieldSize;
  return (
    <g className={system} transform={placed(x - shieldWidth(number) / 2, y - shieldSize / 2)}>
      <path d={outlines[system]} transform={stretch === 1 ? undefined : `scale(${stretch} 1)`} />
      <text x={shieldWidth(number) / 2} y={system === 'interstate' ? 22 : 20}>
        {number}
      </text>
    </g>
  );
}

const placed = (left: number, top: number) => (left || top ? `translate(${left} ${top})` : undefined);
