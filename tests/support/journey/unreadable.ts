import type { Engine } from '../engines/engine.ts';
import { look } from './in-page.ts';
import { measureContrast } from './measure-contrast.ts';
import { until } from './until.ts';

/** The minimum contrasts of WCAG 2.2, 1.4.3 and 1.4.11. */
export const leastContrast = { text: 4.5, largeText: 3, field: 3 };

/**
 * Yields a sentence if an element has less than this contrast on the screen after its animations. The measured box
 * includes a few pixels around the element, because a field is visible by its border.
 */
export async function* findUnreadable(
  engine: Engine,
  what: string,
  selector: string,
  least: number,
  share: number,
) {
  let seen = 0;
  const isReadable = async () => {
    const { left, top, right, bottom } = (await engine.run(look, selector)).box;
    const box = { left: left - 4, top: top - 4, right: right + 4, bottom: bottom + 4 };
    seen = await measureContrast(await engine.screenshot(), box, share);
    return seen >= least;
  };
  if (!(await until(isReadable))) {
    yield `${what} has a contrast of ${seen.toFixed(1)} instead of ${least}.`;
  }
}
