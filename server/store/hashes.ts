import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';

/** A keyed hash in hexadecimal digits: someone who has the file cannot guess what it was made from. */
export function keyedHash(text: string, hashKey: string): string {
  return createHmac('sha256', Buffer.from(hashKey, 'hex')).update(text).digest('hex');
}

/** Identifies requests from one client without revealing it. `ip` is an IPv4 address or an IPv6 /64. */
export function clientHash(ip: string, hashKey: string): string {
  return keyedHash(`client ${ip}`, hashKey);
}

/** The same for its network: the /24 of an IPv4 address, or an IPv6 /64. */
export function networkHash(ip: string, hashKey: string): string {
  return keyedHash(`network ${ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')}`, hashKey);
}
