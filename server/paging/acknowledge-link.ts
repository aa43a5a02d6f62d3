export const acknowledgePath = '/functions/v1/acknowledge';

/** Where somebody says that they take a request. */
export function acknowledgeLink(origin: string, token: string): string {
  return `${origin}${acknowledgePath}?token=${token}`;
}
