import { Ratchet, Worker } from '../Mechanic.tsx';
import { Use } from '../RoadScenes.tsx';

/**
 * A close view of the engine. The mechanic tightens the clamp of a coolant hose, on the side away from traffic, under a
 * lamp on the hood.
 */
export function EmergencyRepair({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <g transform="translate(-3246 196) scale(2.5)" strokeWidth="1">
      <Use part="night-road" />
      {!worksOnShoulders && <Use part="lot" />}
      <Use part="open-rig" y={9} />
      <Worker
        transform="translate(1330 -10) scale(.86)"
        lean={5}
        far="M3-13l10-8 9-21"
        near="M1-13l14 4 12-26"
        hands="M22-43v-1M27-35l1-1"
      >
        <Ratchet transform="translate(27 -35) rotate(-42)" />
      </Worker>
    </g>
  );
}
