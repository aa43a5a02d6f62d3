import { Refusal } from './refusal.ts';

/** Reads an object. Keys like `__proto__` become plain keys, which nothing reads. */
export function readJson(text: string): Record<string, unknown> {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('bad_json');
  }
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad_json');
  }
}
