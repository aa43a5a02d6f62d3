import type { Language } from '../../../content/languages.ts';
import type { PageName } from '../../../site/routes.ts';
import type { Engine } from '../engines/engine.ts';
import type { FlakyProxy } from '../flaky-proxy.ts';
import type { Site } from '../start-site.ts';

export interface Journey {
  engine: Engine;
  proxy: FlakyProxy;
  site: Site;
  language: Language;
  /** The page where the visitor arrives. */
  page: PageName;
  hasScripts: boolean;
  /** Whether everything must work (docs/browsers.md), rather than only the native form. */
  isFull: boolean;
}
