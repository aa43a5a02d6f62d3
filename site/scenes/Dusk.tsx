import { CallingDriver } from './Mechanic.tsx';
import { amber, ground, silver } from './paint.ts';
import { Hood, Tractor, Trailer, Wheels } from './Rig.tsx';
import { ExitSign, Lot, MileMarker, Road, signX, Triangle, triangles } from './Roadside.tsx';

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
      <g id="stranded-truck" color={amber} fill="none" strokeWidth="2" strokeLinejoin="round">
        <ellipse fill={ground} opacity=".7" cx="1062" cy="0" rx="332" ry="6" />
        <Trailer />
        <Tractor />
        <Hood />
        <Wheels at={[1352]} />
        <g transform={`translate(${signX} ${worksOnShoulders ? -31 : 20})`}>
          {worksOnShoulders ? <MileMarker digit={7} /> : <ExitSign />}
        </g>
        {triangles.map((x) => (
          <g key={x} transform={`translate(${x} -4)`}>
            <Triangle />
          </g>
        ))}
        <CallingDriver />
        {/* Wisps of steam, which rise from the seam between the hood and the grille. */}
        <g stroke={silver} opacity=".3" strokeLinecap="round">
          <path strokeWidth="5" d="M1377-63c-9-12 5-19-2-32s-5-17-1-28" />
          <path strokeWidth="7" d="M1374-66c-12-7-5-15-12-24s-7-14-4-22" />
          <path strokeWidth="4" d="M1380-65c10-8 2-15 7-24s0-15 4-23" />
        </g>
      </g>
    </>
  );
}
