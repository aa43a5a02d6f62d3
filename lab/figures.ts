/** npm run figures: writes the campaigns' figures into the table of docs/reliability.md, with their commits. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaigns } from './faults/campaigns.ts';
import { allFigures } from './faults/figures.ts';

const page = join(import.meta.dirname, '../docs/reliability.md');
const [start, end] = ['<!-- npm run figures writes this -->\n', '<!-- to here -->'];

/** The page as it is, and as the figures want it. */
export function pageWithFigures() {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined)
    throw new Error(`docs/reliability.md has no "${start.trim()}" with "${end}" after it.`);
  return { text, wanted: `${before}${start}\n${table()}\n${end}${after}` };
}

function table(): string {
  const rows = Object.entries(allFigures()).map(([name, { commit, figures }]) => {
    const cells = Object.entries(figures).map(
      ([what, figure]) => `${what}: ${figure.toLocaleString('en-US')}`,
    );
    return `| \`${name}\` | ${campaigns[name]?.shows} | ${cells.join('; ').replaceAll('|', '\\|')} | ${commit} |\n`;
  });
  return `| \`npm run faults --\` | What it must show | Figures | Commit |\n|---|---|---|---|\n${rows.join('')}`;
}

if (import.meta.main) {
  const { text, wanted } = pageWithFigures();
  writeFileSync(page, wanted);
  console.log(
    text === wanted ? 'docs/reliability.md has the newest figures.' : 'docs/reliability.md was rewritten.',
  );
}
