import { afterEach, expect, test, vi } from 'vitest';
import facts from '../business.json' with { type: 'json' };

afterEach(() => {
  vi.doUnmock('../business.json');
  vi.resetModules();
});

/** The words of a business whose alarms are as given. */
async function wordsWith(pages: boolean | string) {
  vi.resetModules();
  vi.doMock('../business.json', () => ({ default: { ...facts, pages } }));
  const [{ en }, { es }] = [await import('./en.ts'), await import('./es.ts')];
  return [en, es].map(({ roadside, privacy }) => ({
    receipt: roadside.receipt.next,
    location: roadside.position.privacy,
    privacy: privacy.paging,
  }));
}

test('with paging, the receipt names the phones, and the location goes to the company that rings them', async () => {
  const [en, es] = await wordsWith(true);
  expect(en?.receipt).toMatch(/email.*rings our phones/);
  expect(es?.receipt).toMatch(/correo.*teléfonos/);
  expect(en?.location).not.toContain('nowhere else');
  expect(es?.location).toContain('empresa');
  expect(en?.privacy).toContain('your number, your place');
});

test('with alarms that leave out details, the company gets none of them', async () => {
  const [en, es] = await wordsWith('without details');
  expect(en?.receipt).toContain('rings our phones');
  expect(en?.location).toContain('nowhere else');
  expect(en?.privacy).toContain('only which service you chose');
  expect(es?.privacy).toContain('solo el servicio que eligió');
});

test('without paging, no sentence mentions phones that ring', async () => {
  const [en, es] = await wordsWith(false);
  expect(en?.receipt).not.toContain('phones');
  expect(es?.receipt).not.toContain('teléfonos');
  expect(en?.privacy).toBe('');
});
