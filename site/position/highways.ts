/** Suggested highways, by their common names. Others can be typed. */
export const highways = [
  'I-10',
  'I-35',
  'I-45',
  'I-69 (US-59)',
  'I-610',
  'US-183',
  'US-290',
  'SH 288',
  'SH 249',
  'SH 99',
  'SH 71',
  'SH 130',
  'SH 45',
  'Beltway 8',
  'MoPac (Loop 1)',
  'Loop 360',
];
