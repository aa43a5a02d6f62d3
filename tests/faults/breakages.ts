import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Breakage {
  /** The campaigns that must fail. */
  campaigns: readonly string[];
  file: string;
  /** Each text stands in the file once, and what it becomes. */
  changes: Record<string, string>;
}

/** For each promise a change of the server that breaks it. A campaign that passes all the same proves nothing. */
export const breakages = {
  'no fsyncs': {
    campaigns: ['power-loss'],
    file: 'server/store/sqlite-database.ts',
    changes: { 'pragma synchronous = full': 'pragma synchronous = off' },
  },
  'commits only now and then': {
    campaigns: ['kill', 'terminate'],
    file: 'server/store/sqlite-database.ts',
    changes: {
      "database.exec('begin immediate')": "if (!database.isTransaction) database.exec('begin immediate')",
      "database.exec('commit')": "if (Date.now() % 10 === 0) database.exec('commit')",
    },
  },
  'a fault is answered as kept': {
    campaigns: ['full-disk', 'failing-fsync'],
    file: 'server/store/sqlite-store.ts',
    changes: {
      "ask('keep', posted)": "ask('keep', posted).catch(() => ({ outcome: 'kept', reference: '222222' }))",
    },
  },
  'an opening trusts what it can read': {
    campaigns: ['failing-fsync'],
    file: 'server/store/sqlite-database.ts',
    changes: { '    makeDurable(database);\n': '' },
  },
  'every key is a new one': {
    campaigns: ['one-key'],
    file: 'server/store/keep-request.ts',
    changes: { '`client:${posted.idempotencyKey}`': "'client:' + Math.random()" },
  },
  'a page asks the store first': {
    campaigns: ['hanging-disk'],
    file: 'server/app.ts',
    changes: {
      'app.use(serveFiles(site, everyAnswer))':
        'app.use(async (_, next) => { await store.check(clock.now()).catch(() => undefined); await next(); }, serveFiles(site, everyAnswer))',
    },
  },
  'pauses of ten minutes': {
    campaigns: ['mail-outage'],
    file: 'server/outbox/terms.ts',
    changes: { 'longest: 50_000': 'longest: 600_000' },
  },
  'a lease of ten minutes': {
    campaigns: ['delivery'],
    file: 'server/outbox/terms.ts',
    changes: { 'lease: 60_000': 'lease: 600_000' },
  },
  'a repeat is not marked': {
    campaigns: ['mail-faults'],
    file: 'server/outbox/settlement.ts',
    changes: { 'mayHaveArrived: true': 'mayHaveArrived: false' },
  },
  'a mail refused for now counts as sent': {
    campaigns: ['mail-faults'],
    file: 'server/outbox/settlement.ts',
    changes: { "deferred: { state: 'pending'": "deferred: { state: 'sent'" },
  },
  'a due time in the far future is believed': {
    campaigns: ['clock-jumps'],
    file: 'server/store/owed-mails.ts',
    changes: { 'due_at <= :now or due_at > :farthestDue': 'due_at <= :now' },
  },
} satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;

/** Runs something against a copy of the server with one thing broken; the copy is gone afterwards. */
export async function withBreakage<Result>(
  name: BreakageName,
  run: (project: string) => Promise<Result>,
): Promise<Result> {
  const { file, changes }: Breakage = breakages[name];
  const project = mkdtempSync(join(tmpdir(), 'broken-'));
  try {
    for (const part of ['server', 'content', 'contract', 'tests', 'package.json']) {
      cpSync(join(root, part), join(project, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
    const source = readFileSync(join(project, file), 'utf8');
    writeFileSync(join(project, file), broken(source, file, changes));
    return await run(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function broken(source: string, file: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) {
      throw new Error(`${file} no longer holds "${from}" once: breakages.ts must follow it.`);
    }
    return text.replace(from, () => to);
  }, source);
}
