import { Worker } from '../Mechanic.tsx';
import { amber, blue, chrome, dusk, grey, ground, lamp, legend, rust, steel, white } from '../paint.ts';
import { Use } from '../RoadScenes.tsx';

const trucks = [
  { number: 7, color: blue, x: 50 },
  { number: 8, color: blue, x: 150 },
  { number: 9, color: rust, x: 250 },
];

/** Three tractors in a yard at first light, and a mechanic with a checklist. */
export function FleetMaintenance() {
  return (
    <>
      <path fill="url(#dawn-sky)" d="M0 0h300v110H0z" />
      <Use part="hills" />
      <path fill={grey} d="M0 130h300v70H0z" />
      <path stroke={white} strokeWidth="2.5" d="M102 134l-4 66M198 134l4 66" />
      {trucks.map(({ number, color, x }) => (
        <g key={number} fill={color}>
          <Use part="front" x={x} y={174} />
          <text
            x={x}
            y="75"
            fill={legend}
            fontFamily="Arial,sans-serif"
            fontWeight="700"
            fontSize="12"
            textAnchor="middle"
          >
            {number}
          </text>
        </g>
      ))}
      <Use part="cone" x={20} y={194} />
      <Worker
        transform="translate(168 194) scale(-1.1 1.1)"
        arms="M-7.5-42l-6 7-5-6M8-42l7 1 7-7"
        hands="M-18-43l-.5-1M22.5-48.5l1-1"
      >
        <path fill={lamp} stroke={ground} strokeWidth="1.5" d="M-27-59h13v16h-13z" />
        <path stroke={chrome} strokeWidth="1.5" d="M-24-55h7M-24-51.5h7M-24-48h5" />
      </Worker>
    </>
  );
}

/** A conventional tractor from the front, in the color that it is filled with; stands at 0 0. */
export function FrontOfTractor() {
  return (
    <>
      <ellipse fill={ground} opacity=".7" rx="44" ry="4" />
      {/* The stacks, the steer tires, and the axle between them. */}
      <path fill={chrome} stroke={ground} d="M-39-48v-78q0-5 4-6l2 2v82zM39-48v-78q0-5-4-6l-2 2v82z" />
      <path fill={ground} stroke={grey} d="M-37-26h12v26h-12zM25-26h12v26h-12z" />
      <path fill={grey} d="M-25-15h50v5h-50z" />
      {/* Roof, cab, windshield in two panes that reflect the dawn, and visor. */}
      <path stroke={ground} d="M-31-90l2-24q1-5 6-5h46q5 0 6 5l2 24z" />
      <path stroke={ground} d="M-35-44l4-52q1-5 6-5h50q5 0 6 5l4 52z" />
      <path fill={dusk} stroke={ground} d="M-29-72l2-19h25v19zM2-91h25l2 19H2z" />
      <path fill={steel} stroke={ground} d="M-30-92q30-6 60 0l2 4q-32-5-64 0z" />
      {/* The hood with its fenders, the grille, and the headlights. */}
      <path stroke={ground} d="M-38-26v-15q1-10 11-12l3-18q24-5 48 0l3 18q10 2 11 12v15z" />
      <path stroke={ground} d="M-24-53l-3 27M24-53l3 27" />
      <path fill={steel} stroke={ground} d="M-18-66q18-4 36 0l2 40h-40z" />
      <path stroke={ground} d="M-12-64v36M-6-65v37M0-65v37M6-65v37M12-64v36M-19-46h38" />
      <path fill={white} stroke={ground} strokeWidth="1.5" d="M-36-41h9v9h-9zM27-41h9v9h-9z" />
      {/* The bumper with tow hooks and plate, the mirrors, and the lamps. */}
      <path fill={steel} stroke={ground} d="M-40-27h80v9q0 4-4 5l-8 2h-56l-8-2q-4-1-4-5z" />
      <path fill={white} d="M-7-23H7v7H-7z" />
      <path fill={ground} d="M-20-21h7v3h-7zM13-21h7v3h-7z" />
      <path fill={steel} stroke={ground} strokeWidth="1.5" d="M-47-92h6v22h-6zM41-92h6v22h-6z" />
      <path stroke={chrome} d="M-40-86h7M-40-74h7M40-86h-7M40-74h-7" />
      <path
        stroke={amber}
        strokeWidth="4"
        strokeLinecap="round"
        d="M-24-118h.01M-6-120h.01M0-120h.01M6-120h.01M24-118h.01"
      />
    </>
  );
}
