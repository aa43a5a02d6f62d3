import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Start and length in microseconds: on the clock, and of the thread's own processor time. */
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
  args: { name?: string; data?: { type?: string } };
}

/**
 * The processor time, in milliseconds, that the page's main thread spends from an event (`click`, `keydown`)
 * until what it changed is handed on to be painted. Other programs on the machine do not count, as they would
 * in the time on a clock. Chromium alone says so.
 */
export async function workUntilPaint(
  session: CDPSession,
  type: 'click' | 'keydown',
  press: () => Promise<unknown>,
): Promise<number> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  await press();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return workIn(events, type);
}

function workIn(events: TraceEvent[], type: string): number {
  const main = new Set(
    events.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid}:${tid}`] : [],
    ),
  );
  const steps = events
    .filter(({ ph, pid, tid }) => ph === 'X' && main.has(`${pid}:${tid}`))
    .sort((one, other) => one.ts - other.ts);
  const event = steps.find(({ name, args }) => name === 'EventDispatch' && args.data?.type === type);
  const after = (name: string, before: TraceEvent | undefined) =>
    steps.find((step) => before && step.name === name && step.ts >= before.ts + (before.dur ?? 0));
  const commit = after('Commit', after('Paint', event));
  if (!event || !commit) throw new Error(`The trace holds no paint after a ${type}.`);
  return ((commit.tts ?? 0) + (commit.tdur ?? 0) - (event.tts ?? 0)) / 1000;
}
