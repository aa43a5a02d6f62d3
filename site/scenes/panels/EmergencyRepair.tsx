import { RigUnderRepair, Stars, Use } from '../RoadScenes.tsx';

/** The rig from close by: the mechanic at the engine. */
export function EmergencyRepair({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <>
      <path fill="url(#night-sky)" d="M0-40h300v150H0z" />
      <Stars count={14} width={300} top={4} bottom={70} />
      <g transform="translate(-2208 168) scale(1.75)">
        <Use part="road" />
        {!worksOnShoulders && <Use part="lot" />}
        <g transform="translate(0 9)">
          <RigUnderRepair />
        </g>
      </g>
    </>
  );
}
