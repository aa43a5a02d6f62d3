import { Stars, Use } from '../RoadScenes.tsx';

/** A close view of the rig, with the mechanic at the engine. Its outlines have about the width of other drawings. */
export function EmergencyRepair({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <>
      <path fill="url(#night-sky)" d="M0-40h300v150H0z" />
      <Stars height={85} />
      <g transform="translate(-2562 166) scale(2)" strokeWidth="1.2">
        <Use part="road" />
        {!worksOnShoulders && <Use part="lot" />}
        <Use part="open-rig" y={9} />
      </g>
    </>
  );
}
