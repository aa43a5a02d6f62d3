import { StoreUnavailableError } from '../queue/transaction.ts';
import type { PostedRequest, SaveResult } from '../requests/save.ts';
import { type RequestStore, storeTimeouts } from '../store/request-store.ts';
import { withTimeout } from '../store/time-limit.ts';

/** Maximum posts in one transaction. */
const maxGroupSize = 100;

/** Creates a function that saves posts. Posts that arrive during a transaction are saved together in the next one. */
export function createGroupedSave({ saveAll }: Pick<RequestStore, 'saveAll'>) {
  const waiting: (PromiseWithResolvers<SaveResult> & { posted: PostedRequest })[] = [];
  let lastGroup = Promise.resolve();

  return (posted: PostedRequest): Promise<SaveResult> => {
    const entry = { ...Promise.withResolvers<SaveResult>(), posted };
    waiting.push(entry);
    // By the time this runs, an earlier group may have saved this post. This group may then be empty.
    lastGroup = lastGroup.then(() => saveGroup(waiting.splice(0, maxGroupSize)));
    return withTimeout(entry.promise, storeTimeouts.saveAll);
  };

  async function saveGroup(group: typeof waiting, isLastTry = false): Promise<void> {
    if (group.length === 0) {
      return;
    }
    try {
      const results = await saveAll(group.map(({ posted }) => posted));
      for (const [index, { resolve }] of group.entries()) {
        resolve(results[index] as SaveResult);
      }
    } catch (error) {
      // Unless the store is unavailable, try each post again alone. The retry generates new references, which also
      // resolves a collision.
      const isFinal = isLastTry || error instanceof StoreUnavailableError;
      for (const entry of group) {
        await (isFinal ? entry.reject(error) : saveGroup([entry], true));
      }
    }
  }
}
