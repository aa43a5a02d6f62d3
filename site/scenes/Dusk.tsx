import { Driver } from './Mechanic.tsx';
import { circles, ground, white } from './paint.ts';
import { Hood, Tractor, Trailer, Wheels } from './Rig.tsx';
import { ExitSign, Lot, Marker, Road, Triangle, triangles } from './Roadside.tsx';

/**
 * The hero's scene, in two groups, because the lane marks move between them. The first group is the road. The second
 * group is the stopped rig, whose tires are at y = 0. The rig is on the shoulder, or in a lot at the next exit if the
 * business doesn't work on shoulders.
 */
export function Dusk({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <>
      <g id="road" fill="none">
        <Road />
        {!worksOnShoulders && <Lot />}
      </g>
      <g id="stranded-truck" fill="none" strokeWidth="2" strokeLinejoin="round">
        <ellipse fill={ground} opacity=".7" cx="1062" cy="0" rx="332" ry="6" />
        <Trailer />
        <Tractor />
        <Hood />
        <Wheels at={[1352]} />
        {triangles.map((x) => (
          <g key={x} transform={`translate(${x} 6)`}>
            <Triangle />
          </g>
        ))}
        <Driver />
        {/* Steam, which comes from under the hood. */}
        <path
          fill={white}
          opacity=".4"
          d={`${circles(6, [1362, -72])}${circles(9, [1369, -85])}${circles(12, [1362, -103])}`}
        />
        <g transform="translate(601 -9)">{worksOnShoulders ? <Marker digit={7} /> : <ExitSign />}</g>
      </g>
    </>
  );
}
