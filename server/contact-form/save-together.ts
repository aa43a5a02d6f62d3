import { StoreUnavailable } from '../queue/transaction.ts';
import type { PostedRequest, SaveResult } from '../requests/save.ts';
import { type RequestStore, timeouts, withTimeout } from '../store/request-store.ts';

/** How many posts share a transaction at most. */
const mostTogether = 100;

/**
 * Saves posts: those that gather during a transaction share the next one. If one of them makes it fail, each is
 * tried again alone, which also draws another reference in place of one that exists.
 */
export function saveTogether({ saveAll }: Pick<RequestStore, 'saveAll'>) {
  const waiting: (PromiseWithResolvers<SaveResult> & { posted: PostedRequest })[] = [];
  let last = Promise.resolve();

  return (posted: PostedRequest): Promise<SaveResult> => {
    const answer = { ...Promise.withResolvers<SaveResult>(), posted };
    waiting.push(answer);
    // The group before this one may have room for the post. Then nothing is left.
    last = last.then(() => saveGroup(waiting.splice(0, mostTogether)));
    return withTimeout(answer.promise, timeouts.saveAll);
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
      const isFinal = isLastTry || error instanceof StoreUnavailable;
      for (const one of group) {
        await (isFinal ? one.reject(error) : saveGroup([one], true));
      }
    }
  }
}
