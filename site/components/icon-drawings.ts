import type { Service } from '../../content/services.ts';

interface Drawing {
  thing: string;
  accent: string;
}

/** Strokes on a grid of 48: the part as a mechanic knows it, and in the second color what tells it apart. */
export const iconDrawings: Record<Service['icon'], Drawing> = {
  // A fuel injector: solenoid, body, nozzle; and its spray.
  injector: {
    thing: 'M19 3h10v7H19zM16 10h16v9H16zM19 19h10v8l-3 3v5h-4v-5l-3-3zM32 13h5v4',
    accent: 'M24 39v6M19 38l-4 6M29 38l4 6',
  },
  // The number on a fleet truck's door.
  'fleet-number': {
    thing: 'M5 43V19L17 5h26v38ZM11 20l9-10h17v10ZM33 26h5',
    accent: 'M12 31l3-2v9M21 31q3-4 5 0 0 2-5 7h6M32 38l4-8',
  },
  // An excavator's bucket with its teeth.
  bucket: {
    thing: 'M12 5l4 13M20 3l6 13M8 18h29q6 5 4 14-7 8-17 8-9-1-13-10Z',
    accent: 'M11 30l-7 2 4 4-3 5 8-1M18 38l-2 6',
  },
  // The nine pins of a heavy truck's diagnostic plug.
  'nine-pin-plug': {
    thing: 'M24 4a20 20 0 1 0 .01 0ZM20 4v5h8V4',
    accent:
      'M24 24h.01M16 20h.01M32 20h.01M24 15.5h.01M16 29h.01M32 29h.01M24 33h.01M19.5 36h.01M28.5 36h.01',
  },
  // A spin-on filter with its ribs.
  filter: {
    thing: 'M13 5h22v7H13zM10 12h28v27q0 4-4 4H14q-4 0-4-4Z',
    accent: 'M17 20v15M24 20v15M31 20v15',
  },
  // A service truck: cab, body with its doors, crane.
  'service-truck': {
    thing: 'M3 36V17h24v19M27 21h8l8 8v7h-3M17 36h14M3 36h4M7 17V9h13',
    accent:
      'M8 37a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M31 37a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M11 17v9M19 17v9M20 9v4',
  },
};
