/** npm run figures: writes what campaigns and benchmarks measured into the tables of the docs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benches } from './bench/benches.ts';
import { campaigns } from './faults/campaigns.ts';
import { allRecords, type Figures, type Passed } from './records.ts';

/** The table of each page. Whatever has not been measured is in it, too. */
const tables: Record<string, () => string> = {
  'reliability.md': () =>
    tableOf(
      ['`npm run`', 'What it shows', 'Figures', 'How it fails when the promise is broken', 'Commit'],
      [
        ...Object.entries(campaigns).map(([name, { shows }]) => {
          const record = allRecords('campaigns')[name];
          return [`\`faults -- ${name}\``, shows, figuresOf(record), proofOf(name), record?.commit];
        }),
        ...Object.entries(allRecords('simulation')).map(([name, record]) => [
          `\`simulation -- ${name.replace('-', ' ').replace('seed', '--seed')}\``,
          'the promise, for a year',
          figuresOf(record),
          'in its unit test',
          record.commit,
        ]),
      ],
    ),
  'performance.md': () =>
    tableOf(
      ['`npm run`', 'What it shows', 'Figures', 'Commit'],
      Object.entries(benches).map(([name, { shows }]) => {
        const record = allRecords('benches')[name];
        return [`\`bench -- ${name}\``, shows, figuresOf(record), record?.commit];
      }),
    ),
};

const start = '<!-- npm run figures writes this -->\n';
const end = '<!-- to here -->';

/** The pages as they are, and as the figures want them. */
export const pagesWithFigures = () =>
  Object.entries(tables).map(([page, table]) => {
    const file = join(import.meta.dirname, '../docs', page);
    const text = readFileSync(file, 'utf8');
    const [before, rest] = text.split(start);
    const after = rest?.slice(rest.indexOf(end));
    if (!after?.startsWith(end)) {
      throw new Error(`docs/${page} has no "${start.trim()}" with "${end}" after it.`);
    }
    return { page, file, text, wanted: `${before}${start}\n${table()}\n${after}` };
  });

function tableOf(heads: string[], rows: (string | undefined)[][]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell = '') => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}

function figuresOf(record: Passed | undefined): string {
  return record ? listed(record.figures) : 'not passed yet';
}

function proofOf(name: string): string {
  const proof = allRecords('proof')[name];
  return proof ? listed(proof.figures) : 'not tried yet';
}

function listed(figures: Figures): string {
  return Object.entries(figures)
    .map(([what, figure]) => `${what}: ${figure.toLocaleString('en-US')}`)
    .join('; ');
}

if (import.meta.main) {
  for (const { page, file, text, wanted } of pagesWithFigures()) {
    writeFileSync(file, wanted);
    console.log(`docs/${page} ${text === wanted ? 'has the newest figures' : 'was rewritten'}.`);
  }
}
