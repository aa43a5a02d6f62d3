import type { Language } from '../../../content/languages.ts';
import type { PageName } from '../../../site/routes.ts';
import type { Engine } from '../engines/engine.ts';
import type { Line } from '../line.ts';
import type { Site } from '../start-site.ts';

export interface Journey {
  engine: Engine;
  line: Line;
  site: Site;
  language: Language;
  /** The page where the visitor arrives. */
  page: PageName;
  hasScripts: boolean;
  /** Whether everything must work (docs/browsers.md), rather than only the native form. */
  isFull: boolean;
}
