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
      const send = (recipient: string) => async (page: Page, signal: AbortSignal) => {
        const began = elapsed();
        await clock.wait(condition === 'hanging' ? timeout : random.between(20, 2_000), signal);
        return ring({ recipient, references: namedIn(page), began, process }, signal);
      };
      const recipients = ['ana', 'ben'].map((name) => ({ name, send: send(name) }));
      return { recipients, takes: 'emergencies', details: undefined, origin: 'https://site.example' };
    },
  };

  function ring(page: Omit<Rung, 'isAccepted'>, { aborted }: AbortSignal): Answer {
    const works = condition === 'good' || (condition === 'flaky' && random.chance(0.5));
    const isAccepted = works && !aborted;
    // Without an answer it may have arrived.
    if (isAccepted || (condition !== 'down' && random.chance(0.3))) {
      rung.push({ ...page, isAccepted });
      onPage({ ...page, isAccepted });
    }
    return { isAccepted, resultCode: isAccepted ? '200' : '500' };
  }
}

const namedIn = ({ requests }: Page) => requests.map(({ reference }) => reference);
