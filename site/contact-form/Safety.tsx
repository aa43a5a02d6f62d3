import { interpolate } from '../../content/interpolate.ts';
import type { FormWords } from './form-words.ts';

/** Feet from the vehicle to each warning device, behind it counted negative (49 CFR 392.22(b)(1) and (b)(2)(v)). */
const roads = { twoWay: [-100, -10, 100], divided: [-200, -100, -10] } as const;

/** How to stay safe at the roadside, with the places of the warning devices drawn. */
export function Safety({ words }: { words: FormWords['roadside']['safety'] }) {
  return (
    <details className="roadside-safety">
      <summary>{words.summary}</summary>
      <ul>
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {(Object.keys(roads) as (keyof typeof roads)[]).map((road) => (
        <figure key={road}>
          <Road devices={roads[road]} label={words[road]} feet={words.feet} />
          <figcaption>{words[road]}</figcaption>
        </figure>
      ))}
    </details>
  );
}

/** The road from the side, traffic coming from the left. Not to scale: 10 feet would be too small to see. */
function Road({ devices, label, feet }: { devices: readonly number[]; label: string; feet: string }) {
  const [left = 0, middle = 0, right = 0] = devices;
  const truck = right > 0 ? 168 : 236;
  const places = right > 0 ? [40, 140, 284] : [32, 124, 208];
  return (
    <svg viewBox="0 0 320 64" role="img" aria-label={label}>
      <path d="M0 43h320" />
      <path d="M2 30h16m-5-5 5 5-5 5" />
      <path d={`M${truck} 40V16h48v24zm48-14h10l8 8v6h-18z`} className="roadside-truck" />
      {[left, middle, right].map((device, index) => (
        <g key={device} transform={`translate(${places[index]} 0)`}>
          <path d="M0 22 11 41H-11zM0 30l4 7h-8z" className="roadside-triangle" />
          <text y="60" textAnchor="middle">
            {interpolate(feet, { feet: Math.abs(device) })}
          </text>
        </g>
      ))}
    </svg>
  );
}
