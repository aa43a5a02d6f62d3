/** npm run figures: writes what campaigns and benchmarks measured into the tables of the docs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benches } from './bench/benches.ts';
import { campaigns } from './faults/campaigns.ts';
import { proven } from './faults/mutations.ts';
import { allRecords, type Passed } from './records.ts';

interface Row {
  /** What to append to `npm run`. */
  command: string;
  shows: string;
  record: Passed | undefined;
}

const benchesOf = (tested: 'server' | 'site'): Row[] =>
  Object.entries(benches)
    .filter(([, { tests }]) => tests === tested)
    .map(([name, { shows }]) => ({
      command: `bench -- ${name}`,
      shows,
      record: allRecords('benches')[name],
    }));

/** The tables of each page, by the name in their marker. */
const pages: Record<string, Record<string, () => Row[]>> = {
  'reliability.md': {
    campaigns: () =>
      Object.entries(allRecords('campaigns')).map(([name, record]) => ({
        command: `faults -- ${name}`,
        shows: campaigns[name]?.shows ?? '',
        record,
      })),
    proof: () =>
      proven.map((name) => ({
        command: `faults:proof -- ${name}`,
        shows: 'fails with each change',
        record: allRecords('proof')[name],
      })),
    simulation: () =>
      Object.entries(allRecords('simulation')).map(([name, record]) => ({
        command: `simulation -- ${name.replace('-', ' ').replace('seed', '--seed')}`,
        shows: 'every promise above, for a year',
        record,
      })),
    benches: () => benchesOf('server'),
  },
  'performance.md': { benches: () => benchesOf('site') },
};

const end = '<!-- to here -->';

/** The pages as they are, and as the figures want them. */
export const pagesWithFigures = () =>
  Object.entries(pages).map(([page, tables]) => {
    const file = join(import.meta.dirname, '../docs', page);
    const text = readFileSync(file, 'utf8');
    let wanted = text;
    for (const [name, rows] of Object.entries(tables)) {
      const start = `<!-- npm run figures writes this: ${name} -->\n`;
      const [before, rest] = wanted.split(start);
      const after = rest?.slice(rest.indexOf(end));
      if (!after?.startsWith(end)) {
        throw new Error(`docs/${page} has no "${start.trim()}" with "${end}" after it.`);
      }
      wanted = `${before}${start}\n${tableOf(rows())}\n${after}`;
    }
    return { page, file, text, wanted };
  });

function tableOf(rows: Row[]): string {
  const lines = rows.map(({ command, shows, record }) => {
    if (!record) return `| \`${command}\` | ${shows} | not measured yet | |\n`;
    const cells = Object.entries(record.figures).map(
      ([what, figure]) => `${what}: ${figure.toLocaleString('en-US')}`,
    );
    return `| \`${command}\` | ${shows} | ${cells.join('; ').replaceAll('|', '\\|')} | ${record.commit} |\n`;
  });
  return `| \`npm run\` | What it shows | Figures | Commit |\n|---|---|---|---|\n${lines.join('')}`;
}

if (import.meta.main) {
  for (const { page, file, text, wanted } of pagesWithFigures()) {
    writeFileSync(file, wanted);
    console.log(`docs/${page} ${text === wanted ? 'has the newest figures' : 'was rewritten'}.`);
  }
}
