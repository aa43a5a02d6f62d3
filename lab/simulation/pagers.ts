import type { Clock } from '../../server/clock.ts';
import type { Answer } from '../../server/paging/call.ts';
import type { Page } from '../../server/paging/page.ts';
import type { Settings } from '../../server/settings.ts';
import type { Random } from './random.ts';
import { second } from './timetable.ts';

/** A page that a phone got. */
export interface Rung {
  recipient: string;
  references: string[];
  /** Whether the server knows that it arrived. */
  isAccepted: boolean;
  /** Elapsed time when the page was sent, and the process that sent it. */
  began: number;
  process: number;
}

/** The current failure mode of the paging services. */
export const pagerConditions = ['down', 'hanging', 'flaky'] as const;

/** How long a service may take to answer: see server/paging/call.ts. */
const timeout = 10 * second;

/** Two phones, and their services with every failure mode. */
export function simulatedPagers(random: Random, elapsed: () => number, onPage: (page: Rung) => void) {
  const rung: Rung[] = [];
  let condition: 'good' | (typeof pagerConditions)[number] = 'good';

  return {
    rung,
    condition: () => condition,
    setCondition(next: typeof condition): void {
      condition = next;
    },
    pagingOf(process: number, clock: Clock): Settings['paging'] {
      const recipients = ['ana', 'ben'].map((name) => ({
        name,
        send: (page: Page, signal: AbortSignal) => ring(page, name, process, clock, signal),
      }));
      return { recipients, takes: 'emergencies', details: undefined, origin: 'https://site.example' };
    },
  };

  async function ring(
    { requests }: Page,
    recipient: string,
    process: number,
    clock: Clock,
    signal: AbortSignal,
  ): Promise<Answer> {
    const began = elapsed();
    await clock.wait(condition === 'hanging' ? timeout : random.between(20, 2_000), signal);
    const works = condition === 'good' || (condition === 'flaky' && random.chance(0.5));
    const isAccepted = works && !signal.aborted;
    // Without an answer it may have arrived.
    if (isAccepted || (condition !== 'down' && random.chance(0.3))) {
      const page = {
        recipient,
        references: requests.map((one) => one.reference),
        isAccepted,
        began,
        process,
      };
      rung.push(page);
      onPage(page);
    }
    return { isAccepted, resultCode: isAccepted ? '200' : '500' };
  }
}
