import { dispatchPagePath } from '../../contract/dispatch.ts';
import type { Settings } from '../settings/settings.ts';

/** Returns the site's origin. Without SITE_URL, links work only in a browser on the server's own computer. */
export const getSiteOrigin = ({ siteUrl, port }: Pick<Settings, 'siteUrl' | 'port'>): string =>
  siteUrl ?? `http://127.0.0.1:${port}`;

export const createPairingLink = (origin: string, token: string): string =>
  `${origin}${dispatchPagePath}#pair=${token}`;
