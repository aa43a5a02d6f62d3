import { Hono } from 'hono';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { liveChangesPath } from '../../contract/function-paths.ts';
import type { LiveChangesResponse } from '../../contract/live-changes.ts';
import { handleApiErrors } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { allowCrossOrigin } from '../http/headers.ts';
import type { RequestStore } from '../store/request-store.ts';
import { formatNotice } from './format-notice.ts';
import { formatUntil } from './format-until.ts';
import { getSiteState } from './site-state.ts';

interface LiveChangesDependencies {
  store: Pick<RequestStore, 'readOwnerChanges'>;
  allowedOrigins: readonly string[];
  clock: Pick<Clock, 'wallTime'>;
}

/** How long browsers and caches may keep a response. */
const maxAgeSeconds = 60;

/**
 * Creates the endpoint for pages that are served from a static host. On the Node server, the pages already contain the
 * changes.
 */
export function createLiveChangesRoutes({ store, allowedOrigins, clock }: LiveChangesDependencies): Hono {
  const route = new Hono();
  route.use(liveChangesPath, allowCrossOrigin(allowedOrigins, { methods: ['GET'], expose: [] }));
  route.get(liveChangesPath, (c) =>
    handleApiErrors(c, async () => {
      const now = clock.wallTime().getTime();
      const { notice, extraMinutes } = getSiteState(await store.readOwnerChanges(), now);
      const signs = serviceAreas.flatMap(({ city, averageMinutes }) => {
        const extra = extraMinutes[city];
        return extra ? [[city, composeSign(averageMinutes + extra.minutes, extra.until, now)] as const] : [];
      });
      const response: LiveChangesResponse = {
        notice: notice && composeInEachLanguage((language) => formatNotice(language, notice, now) ?? ''),
        signs: Object.fromEntries(signs),
      };
      c.header('Cache-Control', `public, max-age=${maxAgeSeconds}`);
      return c.json(response);
    }),
  );
  route.all(liveChangesPath, (c) => c.body(null, 405, { Allow: 'GET, OPTIONS' }));
  return route;
}

function composeSign(minutes: number, until: string, now: number) {
  return {
    minutes: composeInEachLanguage((language) => interpolate(words[language].siteNow.minutes, { minutes })),
    until: composeInEachLanguage((language) => formatUntil(language, Date.parse(until), now)),
  };
}

function composeInEachLanguage(getText: (language: Language) => string): Record<string, string> {
  const names = Object.keys(languages) as Language[];
  return Object.fromEntries(names.map((language) => [language, getText(language)]));
}
