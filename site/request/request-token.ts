import { referenceLength } from '../../contract/request-status.ts';

const storageKey = 'request-token';

/**
 * The token of this page's request: this tab's own one if it belongs to the request in the address, otherwise the one
 * in the address. The fragment of an address never reaches a server.
 */
export function readToken(): string {
  const shown = location.hash.slice(1);
  const own = readOwn();
  const isSameRequest = own.slice(0, referenceLength) === shown.slice(0, referenceLength);
  return isSameRequest ? own : shown;
}

/**
 * Keeps the driver's own token in this tab, and shows the one that can only look in the address: phones are shared,
 * and screenshots show address bars.
 */
export function hideOwnToken(own: string, shareToken: string): void {
  try {
    sessionStorage.setItem(storageKey, own);
  } catch {
    // Without storage, a reload could no longer cancel: the address keeps the token.
    return;
  }
  history.replaceState(null, '', `#${shareToken}`);
}

function readOwn(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    // Storage may be blocked.
    return '';
  }
}
