import { dispatchPagePath } from '../../contract/dispatch.ts';
import type { Settings } from '../settings/settings.ts';

/** Returns the link that pairs a phone. Without SITE_URL, it works only in a browser on the server's own computer. */
export const createPairingLink = ({ siteUrl, port }: Pick<Settings, 'siteUrl' | 'port'>, token: string) =>
  `${siteUrl ?? `http://127.0.0.1:${port}`}${dispatchPagePath}#pair=${token}`;
