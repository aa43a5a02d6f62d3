import { pagingWords } from '../../content/words/paging.ts';
import { createJsonPost } from '../http/fetch-once.ts';
import { cutAlarmText, type Recipient } from './alarm.ts';
import { callPagingService, type ResponseReader } from './call-paging-service.ts';
import { escalation } from './escalation.ts';

/** The fields of an alarm that repeats until it expires (https://pushover.net/api#priority). Times are in seconds. */
const repeatedAlarmFields = {
  priority: 2,
  retry: escalation.ringMinutesInTurn[1] * 60,
  expire: escalation.turnMinutes * 60,
};

/** A refusal has no code, but marks a wrong parameter as "invalid" (https://pushover.net/api#friendly). */
const reader: ResponseReader = {
  isSuccess: ({ status }) => status === 1,
  getCode: (body) => ['user', 'token'].find((name) => body[name] === 'invalid'),
  causes: {
    user: 'it does not recognize USERKEY in PAGE_URL, or that user has no active devices',
    token: 'it does not recognize TOKEN in PAGE_URL',
  },
};

/**
 * Parses pushover://TOKEN@USERKEY (https://pushover.net/api). The API has no idempotency keys, so each retry is another
 * message.
 */
export function createPushoverRecipient({
  username: token,
  hostname: user,
  href,
}: URL): Recipient | undefined {
  if (!/^pushover:\/\/[A-Za-z\d]{30}@[A-Za-z\d]{30}\/?$/.test(href)) {
    return undefined;
  }
  const post = (path: string, body: object, signal: AbortSignal) =>
    callPagingService(
      `https://api.pushover.net/1/${path}.json`,
      createJsonPost({ token, ...body }),
      signal,
      reader,
    );
  return {
    name: `pushover ${user.slice(0, 8)}`,
    send: (alarm, signal) => {
      const {
        isUrgent,
        requests: [first, second],
      } = alarm;
      const urgency = first ? repeatedAlarmFields : { priority: isUrgent ? 1 : 0 };
      const link = first && { url: first.takeUrl, url_title: pagingWords.take, tags: first.reference };
      // An alarm about several requests has no tag, so it keeps ringing after one of them is taken.
      const body = { user, message: cutAlarmText(alarm, 1_024), ...urgency, ...(second ? {} : link) };
      return post('messages', body, signal);
    },
    stopRepeating: (reference, signal) => post(`receipts/cancel_by_tag/${reference}`, {}, signal),
  };
}
