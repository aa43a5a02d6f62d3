import { getColor } from '../styles/palette.ts';
import { getShieldWidth, shieldSize } from './drawing.ts';
import type { HighwayLabel } from './geography.ts';

/** The outlines on a 30-unit square. Shields with three digits are wider, as on real signs. */
const outlines: Record<HighwayLabel['system'], string> = {
  interstate: 'M3 3q6 2.5 12-1q6 3.5 12 1q4 12-1 18q-4 5-11 8q-7-3-11-8q-5-6-1-18Z',
  us: 'M7 2q8 4 16 0l5 5q-3 5-1 10q1 6-5 9l-7 3-7-3q-6-3-5-9q2-5-1-10Z',
  texas: 'M2 2h26v26h-26Z',
};
/** The red band above the blue of an interstate shield. */
const band = 'M3 3q6 2.5 12-1q6 3.5 12 1q1.5 3.7 1.7 6.6H1.3Q1.5 6.7 3 3Z';

interface ShieldForm {
  system: HighwayLabel['system'];
  word?: HighwayLabel['word'] | undefined;
  /** Whether the number has more than two characters. */
  isWide: boolean;
}

/** Returns the symbol id of a shield's shape, without its number, in the sprite (pages/sprite.svg.ts). */
export const getShieldSymbolId = ({ system, word, number }: HighwayLabel) =>
  [word?.toLowerCase() ?? system, number.length > 2 ? 'wide' : ''].filter(Boolean).join('-');

/** A shield's outline and words, without its number. The colors are the same in both color schemes. */
export function ShieldOutline({ system, word, isWide }: ShieldForm) {
  const interstate = system === 'interstate';
  const middle = isWide ? getShieldWidth('000') / 2 : shieldSize / 2;
  const stretched = isWide ? `scale(${getShieldWidth('000') / shieldSize} 1)` : undefined;
  const [fill, legend] = interstate
    ? [getColor('--interstate'), getColor('--on-sign')]
    : [getColor('--shield'), getColor('--road')];
  return (
    <g fill={legend}>
      <g fill={fill} stroke={legend} strokeWidth="1.5" transform={stretched}>
        <path d={outlines[system]} />
        {interstate && <path d={band} fill={getColor('--interstate-band')} strokeWidth="1" />}
      </g>
      {interstate && <Word text="INTERSTATE" middle={middle} y={8.2} size={3.9} length={21.5} />}
      {system === 'texas' && word && <Word text={word} middle={middle} y={8} size={5} />}
      {system === 'texas' && <Word text="TEXAS" middle={middle} y={26.4} size={5} />}
    </g>
  );
}

/** The shield's number, below the word at the top, if any. */
export function ShieldNumber({ highway: { system, word, number } }: { highway: HighwayLabel }) {
  const y = { interstate: 22.5, us: 20.5, texas: word ? 20 : 18.5 }[system];
  return (
    <text
      x={getShieldWidth(number) / 2}
      y={y}
      fontSize="14"
      textAnchor="middle"
      fill={getColor(system === 'interstate' ? '--on-sign' : '--road')}
    >
      {number}
    </text>
  );
}

interface WordProps {
  text: string;
  middle: number;
  y: number;
  size: number;
  /**
   * The exact width of a long word. Without a fixed width, the word may exceed its band, because browsers may round
   * the widths of small letters up to whole pixels.
   */
  length?: number;
}

function Word({ text, middle, y, size, length }: WordProps) {
  const fit = length && { textLength: length, lengthAdjust: 'spacingAndGlyphs' };
  return (
    <text x={middle} y={y} fontSize={size} textAnchor="middle" {...fit}>
      {text}
    </text>
  );
}
