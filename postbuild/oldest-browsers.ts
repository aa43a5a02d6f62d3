import { browserslistToTargets, Features } from 'lightningcss';
import packageFile from '../package.json' with { type: 'json' };

/** The oldest browsers in which everything works. */
const { full } = packageFile.browserslist;

/** Their names in Vite. It compiles newer syntax for them. */
export const viteTargets = full.map((browser) => browser.replace('ios_saf', 'ios').replace(' ', ''));

/** How Lightning CSS compiles for them. */
export const cssOptions = {
  targets: browserslistToTargets(full),
  // Older ones have cascade layers, and so our styles, but not (width >= 60rem): Chrome before 104.
  include: Features.MediaRangeSyntax,
  // No sheet uses light-dark(), which needs a custom property for each color scheme.
  exclude: Features.LightDark,
};
