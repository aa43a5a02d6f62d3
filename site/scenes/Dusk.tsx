import { Driver } from './Mechanic.tsx';
import { ground, white } from './paint.ts';
import { Hood, Tractor, Trailer, Wheels } from './Rig.tsx';
import { ExitSign, Lot, Marker, Road, Triangle, triangles } from './Roadside.tsx';

/**
 * The hero's scene, in two groups, because the lane marks move between them. The first group is the road, and the
 * second is the stopped rig, whose tires are at y = 0. The rig is on the shoulder, or in a lot at the next exit if the
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
        {/* Steam, which rises from the seam between the hood and the grille, and spreads. */}
        <path
          fill={white}
          opacity=".3"
          d="M1380-59q-8-9-3-18-15-7-8-20-10-16 6-21 9-13 20-3 16-1 13 15 9 12-4 20 2 12-13 14-2 9-7 13zM1380-59q-5-14 3-22t-1-25q12 10 8 22t-6 25z"
        />
        <g transform="translate(601 -9)">{worksOnShoulders ? <Marker digit={7} /> : <ExitSign />}</g>
      </g>
    </>
  );
}
