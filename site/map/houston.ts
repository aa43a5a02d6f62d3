import geodata from './geodata/houston.json' with { type: 'json' };
import type { Geography } from './geography.ts';

export const houston: Geography = {
  west: -96.02,
  east: -94.93,
  south: 29.41,
  north: 30.328,
  geodata,
  highways: [
    { system: 'interstate', number: '10', name: 'I-10', shields: '-95.68 29.78, -94.98 29.85', onSign: true },
    {
      system: 'interstate',
      number: '45',
      name: 'I-45',
      shields: '-95.44 30.25, -95.37 29.87, -95.17 29.6',
      onSign: true,
    },
    { system: 'interstate', number: '69', name: 'I-69', shields: '-95.51 29.69, -95.21 30.13', onSign: true },
    { system: 'interstate', number: '610', name: 'I-610', shields: '-95.34 29.68', onSign: true },
    { system: 'us', number: '290', name: 'US-290', shields: '-95.9 30.06, -95.59 29.893', onSign: true },
    { system: 'us', number: '90', name: 'US-90', shields: '-95.07 29.876' },
    {
      system: 'texas',
      number: '249',
      name: 'SH 249',
      handDrawn: '-95.6754 30.1667, -95.706 30.2, -95.76 30.245, -95.83 30.266, -95.95 30.35',
      shields: '-95.635 30.085',
    },
    { system: 'texas', number: '288', name: 'SH 288', shields: '-95.43 29.46', onSign: true },
    {
      system: 'texas',
      number: '99',
      name: 'SH 99',
      handDrawn:
        '-95.77 29.9602, -95.756 29.993, -95.739 30.03, -95.69 30.059, -95.64 30.093, ' +
        '-95.556 30.09, -95.49 30.094, -95.439 30.103, -95.38 30.117, -95.318 30.126, ' +
        '-95.25 30.134, -95.218 30.142, -95.16 30.131, -95.09 30.118, -95.01 30.083, -94.9 30.04',
      shields: '-95.757 29.9, -95.1 30.12',
      onSign: true,
    },
    {
      system: 'texas',
      number: '8',
      word: 'BELTWAY',
      name: 'Beltway 8',
      shields: '-95.2 29.83',
      onSign: true,
    },
  ],
};
