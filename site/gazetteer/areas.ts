import { serviceAreas } from '../../content/service-areas.ts';
import { type Area, resolveArea } from './resolve-area.ts';

/** The service areas with their places. check-content.ts has named what could not be found. */
export const areas: readonly Area[] = serviceAreas.map((serviceArea) => {
  const { area, errors } = resolveArea(serviceArea);
  if (!area) {
    throw new Error(errors.join('\n'));
  }
  return area;
});
