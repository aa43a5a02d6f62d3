import { Lettering } from './Lettering.tsx';
import { gray, green, ground, white } from './paint.ts';
import { Stars, Use } from './RoadScenes.tsx';

/** The positions of the numbers and of the numbered parts, in the order of `about.truck.parts` in content/words. */
const numbers = [
  { at: [70, 15], part: [70, 44] },
  { at: [148, 15], part: [148, 55] },
  { at: [40, 185], part: [57, 108] },
  { at: [65, 185], part: [76, 86] },
  { at: [139, 185], part: [135, 84] },
  { at: [172, 185], part: [160, 104] },
] as const;

/** The service truck with its parts numbered. */
export function Cutaway() {
  const lines = numbers.map(({ at, part }) => `M${at.join(' ')}L${part.join(' ')}`).join('');
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars height={70} />
      <Use part="hills" />
      <path fill={gray} d="M0 142h300v58H0z" />
      <Use part="service-truck" transform="translate(18 158) scale(1.3)" />
      <path stroke={ground} strokeWidth="4" d={lines} />
      <path stroke={white} strokeWidth="1.5" d={lines} />
      {numbers.map(({ at: [x, y], part: [partX, partY] }, index) => (
        <g key={x}>
          <circle cx={partX} cy={partY} r="2.5" fill={white} stroke={ground} strokeWidth="1" />
          <path fill={green} stroke={white} strokeWidth="1.5" d={`M${x - 9} ${y - 10}h18v20h-18z`} />
          <Lettering lines={[`${index + 1}`]} x={x} y={y + 5.5} height={11} centered stroke={white} />
        </g>
      ))}
    </>
  );
}
