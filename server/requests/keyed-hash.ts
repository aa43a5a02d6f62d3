import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';

/**
 * Hashes a secret or an address with the installation's key (SHA-256 HMAC). The tables contain only such hashes, so
 * nobody can use a backup to act as a device or to find an address.
 */
export function computeKeyedHash(
  hashKey: string,
  text: string,
  encoding: 'hex' | 'base64url' = 'hex',
): string {
  return createHmac('sha256', Buffer.from(hashKey, 'hex')).update(text).digest(encoding);
}
