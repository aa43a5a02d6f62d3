import { createHash } from 'node:crypto';
import { pagingWords } from '../../content/words/paging.ts';
import { createBasicAuthHeader, createJsonPost } from '../http/fetch-once.ts';
import { decodePart, isLoopback } from '../settings/connection-urls.ts';
import { type AlarmRequest, cutAlarmText, type Recipient, takeKeyHeader, takeTokenHeader } from './alarm.ts';
import { callPagingService, getNumberAsText, type ResponseReader } from './call-paging-service.ts';

/** Parses ntfy://[user:password@ or token@]host/topic (https://docs.ntfy.sh/publish/#publish-as-json). */
export function createNtfyRecipient({
  username,
  password: encodedPassword,
  host,
  hostname,
  pathname,
}: URL): Recipient | undefined {
  const [user = '', password = '', topic = ''] = [username, encodedPassword, pathname.slice(1)].map(
    decodePart,
  );
  if (!host || (password && !user) || !/^[-\w]{1,64}$/.test(topic)) {
    return undefined;
  }
  // ntfy accepts a token as the password, without a user.
  const authHeader = password ? createBasicAuthHeader(user, password) : createBasicAuthHeader('', user);
  const server = `${isLoopback(hostname) ? 'http' : 'https'}://${host}/`;
  const name = `${host}/${topic}`;
  return {
    name,
    isPublic: user === '',
    send: (alarm, signal) => {
      const {
        id,
        isUrgent,
        requests: [first, second],
      } = alarm;
      // Priority 5 rings through Do Not Disturb if the phone allows it.
      const urgency = isUrgent ? { priority: 5, tags: ['rotating_light'] } : { priority: 3 };
      const links = first && !second ? { click: first.takeUrl, actions: createActions(first, name) } : {};
      const body = {
        topic,
        title: first?.service,
        message: cutAlarmText(alarm, 4_000),
        sequence_id: id,
        ...urgency,
        ...links,
      };
      return callPagingService(server, createJsonPost(body, user ? authHeader : {}), signal, reader);
    },
  };
}

/** ntfy returns the message (https://docs.ntfy.sh/subscribe/api/#json-message-format), or a code like 40301. */
const reader: ResponseReader = {
  isSuccess: ({ id }) => typeof id === 'string',
  getCode: (body) => getNumberAsText(body, 'code'),
};

function createActions({ tel, takePostUrl: url, takeToken }: AlarmRequest, recipient: string) {
  const call = { action: 'view', label: pagingWords.call, url: tel };
  // A topic's name may be a secret, so the key is a hash.
  const key = createHash('sha256').update(`${takeToken} ${recipient}`).digest('hex').slice(0, 32);
  const headers = { [takeTokenHeader]: takeToken, [takeKeyHeader]: key };
  const take = { action: 'http', label: pagingWords.take, method: 'POST', url, headers, clear: true };
  return tel ? [call, take] : [take];
}
