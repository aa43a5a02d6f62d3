import { ground } from './paint.ts';
import { Hood, Tractor, Trailer, Wheels } from './Rig.tsx';
import { Cone, ExitSign, Lot, Marker, Road, Triangle } from './Roadside.tsx';

/**
 * The hero's scene in two groups, because the lane marks move between them: the road, and the rig that has stopped on
 * its shoulder or, where the business works in none, in a lot at the next exit. It stands at y = 0.
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
        {worksOnShoulders ? <OnShoulder /> : <InLot />}
      </g>
    </>
  );
}

/** The triangles grow apart like 10, 100, and 200 feet (49 CFR 392.22), for which there is no room. */
function OnShoulder() {
  return (
    <>
      {[675, 521, 330].map((x) => (
        <g key={x} transform={`translate(${x} 6)`}>
          <Triangle />
        </g>
      ))}
      <g transform="translate(601 -9)">
        <Marker digit={7} />
      </g>
    </>
  );
}

function InLot() {
  return (
    <>
      <g transform="translate(706 8)">
        <Cone />
      </g>
      <g transform="translate(601 -9)">
        <ExitSign />
      </g>
    </>
  );
}
