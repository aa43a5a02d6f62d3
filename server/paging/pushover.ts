import { pagingWords } from '../../content/words/paging.ts';
import { asJson, call } from './call.ts';
import { ladder } from './ladder.ts';
import type { Page, Recipient } from './page.ts';

const api = 'https://api.pushover.net/1';

/** Of tokens and keys. */
const keyForm = /^[A-Za-z\d]{30}$/;

/** pushover://TOKEN@USERKEY (https://pushover.net/api). It has no key for repeats: each is another message. */
export function pushover({
  username: token,
  hostname: user,
  password,
  pathname,
}: URL): Recipient | undefined {
  if (!keyForm.test(token) || !keyForm.test(user) || password || !/^\/?$/.test(pathname)) {
    return undefined;
  }
  const post = (path: string, body: object, signal: AbortSignal) =>
    call(`${api}/${path}.json`, { ...asJson({ token, ...body }), expected: /"status": ?1\b/ }, signal);
  return {
    name: `pushover ${user.slice(0, 8)}`,
    repeatsItself: true,
    send: (page, signal) => post('messages', { user, ...bodyOf(page) }, signal),
    cancel: (reference, signal) => post(`receipts/cancel_by_tag/${reference}`, {}, signal),
  };
}

/** Repeats until somebody reacts (https://pushover.net/api#priority). In seconds. */
const repeated = { priority: 2, retry: ladder.rings[1] / 1_000, expire: ladder.nextRecipientAfter / 1_000 };

/** The tag cancels the receipt. Without one, what names several requests still rings when one of them is taken. */
function bodyOf({ title, text, isUrgent, requests: [first, second], at }: Page) {
  return {
    title,
    message: text.slice(0, 1_024),
    timestamp: Math.floor(at.getTime() / 1_000),
    ...(first ? repeated : { priority: isUrgent ? 1 : 0 }),
    ...(first && !second
      ? { url: first.acknowledgeUrl, url_title: pagingWords.take, tags: first.reference }
      : {}),
  };
}
