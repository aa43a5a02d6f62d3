import geodata from './geodata/austin.json' with { type: 'json' };
import type { Geography } from './geography.ts';

export const austin: Geography = {
  west: -98.11,
  east: -97.37,
  south: 30.125,
  north: 30.745,
  geodata,
  highways: [
    {
      system: 'interstate',
      number: '35',
      name: 'I-35',
      shields: '-97.69 30.565, -97.695 30.375, -97.78 30.18',
      onSign: true,
    },
    { system: 'us', number: '183', name: 'US-183', shields: '-97.87 30.7, -97.66 30.17', onSign: true },
    { system: 'us', number: '290', name: 'US-290', shields: '-97.928 30.2317, -97.45 30.352', onSign: true },
    { system: 'us', number: '79', name: 'US-79', shields: '-97.53 30.53' },
    { system: 'texas', number: '71', name: 'SH 71', shields: '-98.07 30.365, -97.5 30.16', onSign: true },
    { system: 'texas', number: '130', name: 'SH 130', shields: '-97.58 30.6', onSign: true },
    { system: 'texas', number: '45', name: 'SH 45', shields: '-97.645 30.47', onSign: true },
    { system: 'texas', number: '183A', word: 'TOLL', name: '183A Toll Road', road: '183A', shields: '' },
    {
      system: 'texas',
      number: '1',
      word: 'LOOP',
      name: 'Loop 1 (MoPac)',
      road: 'SL 1',
      handDrawn: '-97.7027 30.4726, -97.7023 30.4767',
      shields: '-97.76 30.34',
      onSign: true,
    },
    {
      system: 'texas',
      number: '360',
      word: 'LOOP',
      name: 'Loop 360',
      road: 'SL 360',
      shields: '-97.8 30.32',
      onSign: true,
    },
    {
      system: 'texas',
      number: '620',
      word: 'RM',
      name: 'RM 620',
      handDrawn:
        '-97.689 30.504, -97.76 30.487, -97.825 30.46, -97.855 30.41, -97.905 30.392, ' +
        '-97.98 30.364, -97.958 30.33, -97.945 30.308',
      shields: '-97.875 30.405',
    },
  ],
};
