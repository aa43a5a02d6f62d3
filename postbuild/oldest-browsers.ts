import { browserslistToTargets, Features } from 'lightningcss';
import packageFile from '../package.json' with { type: 'json' };

/** The oldest browsers in which everything works. */
const { full } = packageFile.browserslist;

/** The oldest browsers in Vite's notation. They make Vite compile newer syntax. */
export const viteTargets = full.map((browser) => browser.replace('ios_saf', 'ios').replace(' ', ''));

/** The options that make Lightning CSS compile for the oldest browsers. */
export const cssOptions = {
  targets: browserslistToTargets(full),
  // Chrome 99 to 103 and Safari 15.4 to 16.3 support cascade layers, so they get our styles, but don't support (width
  // >= 60rem).
  include: Features.MediaRangeSyntax,
  // No sheet uses light-dark(), whose fallback needs a custom property for each color scheme.
  exclude: Features.LightDark,
};
