import { afterEach, expect, test, vi } from 'vitest';
import facts from './business.json' with { type: 'json' };

afterEach(() => {
  vi.doUnmock('./business.json');
  vi.resetModules();
});

test('a fact that is missing in a language is empty there', async () => {
  const { payment, rates, notDone, ...others } = facts;
  vi.resetModules();
  vi.doMock('./business.json', () => ({ default: { ...others, payment: {}, rates: {}, notDone: {} } }));
  const { business } = await import('./business.ts');
  for (const language of facts.languages as ['en']) {
    expect(business.payment[language]).toEqual([]);
    expect(business.notDone[language]).toEqual([]);
    expect(business.rates[language]).toBe('');
  }
});
