import { afterEach, expect, test, vi } from 'vitest';
import facts from '../business.json' with { type: 'json' };

afterEach(() => {
  vi.doUnmock('../business.json');
  vi.resetModules();
});

/** Imports a module of this folder for a business with other facts. */
async function importWith<Module>(changes: object, file: string): Promise<Module> {
  vi.resetModules();
  vi.doMock('../business.json', () => ({ default: { ...facts, ...changes } }));
  return import(file);
}

/** Returns some words of a business whose alarms are as given. */
async function wordsWith(phonesRing: boolean | string) {
  const { words } = await importWith<typeof import('./index.ts')>({ phonesRing }, './index.ts');
  return [words.en, words.es].map(({ extras, privacy }) => ({
    receipt: extras.receipt.next,
    location: extras.position.privacy,
    privacy: privacy.paging,
  }));
}

test('with paging, the words name the phones and the paging service', async () => {
  const [en, es] = await wordsWith(true);
  expect(en?.receipt).toMatch(/email.*ring our phones/);
  expect(es?.receipt).toMatch(/correo.*teléfonos/);
  expect(en?.location).not.toContain('nowhere else');
  expect(es?.location).toContain('empresa');
  expect(en?.privacy).toContain('your number, your location');
});

test('with alarms that leave out details, the company gets none of them', async () => {
  const [en, es] = await wordsWith('without details');
  expect(en?.receipt).toContain('ring our phones');
  expect(en?.location).toContain('only into the message');
  expect(en?.privacy).toContain('only what kind of repair you chose');
  expect(es?.privacy).toContain('solo sabe qué servicio eligió usted');
});

test('without paging, no sentence mentions phones that ring', async () => {
  const [en, es] = await wordsWith(false);
  expect(en?.receipt).not.toContain('phones');
  expect(es?.receipt).not.toContain('teléfonos');
  expect(en?.privacy).toBe('');
});

const hours = { opens: '07:00', closes: '19:00' };
const claims = { yearsOfExperience: '', clients: '', hoursSaved: '' };
const credentials = { aseCertified: false, licensedAndInsured: true };

test('each sentence has the version that fits the facts', async () => {
  const { chooseVersions } = await importWith<typeof import('./choose-versions.ts')>(
    { hours, claims, credentials },
    './choose-versions.ts',
  );
  const written = {
    call: { answeredDayAndNight: 'Call at any hour.', otherwise: 'Call {hours}.' },
    list: [{ licensedAndInsured: 'Licensed', otherwise: '' }, 'Plain'],
    description: {
      joined: [
        { aseCertified: 'ASE certified ', otherwise: '' },
        'technicians',
        { yearsOfExperience: { phonesRing: ' since 1990', otherwise: ' of old' }, otherwise: '' },
        '.',
      ],
    },
  };
  expect(chooseVersions(written)).toEqual({
    call: 'Call {hours}.',
    list: ['Licensed', 'Plain'],
    description: 'technicians.',
  });
});
