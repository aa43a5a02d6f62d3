import type { Service } from '../../content/services.ts';
import style from './ServiceIcon.module.css';

/** Strokes on a grid of 48: the thing itself, and in the second colour what is done to it. */
const drawings: Record<Service, { thing: string; accent: string }> = {
  emergency: { thing: 'M24 6 44 41H4Z', accent: 'M24 18v11m0 5v1' },
  fleet: {
    thing: 'M3 10h24v23H3zM27 18h9l8 8v7H27',
    accent: 'M7 36a4 4 0 1 0 8 0 4 4 0 1 0-8 0m24 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
  },
  construction: {
    thing: 'M7 34h23a4 4 0 0 1 0 8H7a4 4 0 0 1 0-8M9 34V21h11l5 13',
    accent: 'M21 25 31 7l12 12m-5-1 7 2-2 9-8-3Z',
  },
  diagnostic: { thing: 'M8 9h32v24H8zM3 40h42', accent: 'M13 22h6l3-7 5 12 3-5h6' },
  preventive: {
    thing: 'M24 5c8 9 12 15 12 21a12 12 0 0 1-24 0C12 20 16 14 24 5Z',
    accent: 'm18 27 5 5 8-10',
  },
  mobile: {
    thing: 'M24 4a14 14 0 0 1 14 14c0 9-14 20-14 20S10 27 10 18A14 14 0 0 1 24 4ZM8 44h32',
    accent: 'M18.5 18a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0',
  },
};

export function ServiceIcon({ service }: { service: Service }) {
  const { thing, accent } = drawings[service];
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" className={style.icon}>
      <path d={thing} />
      <path d={accent} />
    </svg>
  );
}
