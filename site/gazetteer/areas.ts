import { serviceAreas } from '../../content/service-areas.ts';
import { type Area, resolveArea } from './resolve-area.ts';

/** The service areas with the coordinates of their towns. In a build, check-content.ts has reported unknown towns. */
export const areas: readonly Area[] = serviceAreas.map((serviceArea) => {
  const { area, errors } = resolveArea(serviceArea);
  if (!area) {
    throw new Error(errors.join('\n'));
  }
  return area;
});
