import type { Engine } from '../engines/engine.ts';
import { contrastIn } from './contrast-in.ts';
import { look } from './in-page.ts';
import { until } from './until.ts';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
export const leastContrast = { text: 4.5, largeText: 3, field: 3 };

/**
 * Yields a sentence if the screen shows an element with less than this contrast, once its animations have ended. Includes
 * a few pixels around it, because a field is seen by its border.
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
    seen = await contrastIn(await engine.screenshot(), box, share);
    return seen >= least;
  };
  if (!(await until(isReadable))) {
    yield `${what} has a contrast of ${seen.toFixed(1)} instead of ${least}.`;
  }
}
