import { Buffer } from 'node:buffer';
import { pagingWords } from '../../content/words/paging.ts';
import { decodePart, isLoopback } from '../connection-urls.ts';
import { asJson, call } from './call.ts';
import type { Page, PagedRequest, Recipient } from './page.ts';

/** ntfy://[user:password@ or token@]host/topic (https://docs.ntfy.sh/publish/#publish-as-json). */
export function ntfy(url: URL): Recipient | undefined {
  const [user, password, topic = ''] = [url.username, url.password, url.pathname.slice(1)].map(decodePart);
  if (!url.host || user === undefined || password === undefined || !/^[-\w]{1,64}$/.test(topic)) {
    return undefined;
  }
  const login = Buffer.from(`${user}:${password}`).toString('base64');
  const authorization = password === '' ? `Bearer ${user}` : `Basic ${login}`;
  const headers = user === '' ? {} : { Authorization: authorization };
  const server = `${isLoopback(url.hostname) ? 'http' : 'https'}://${url.host}/`;
  return {
    name: `${url.host}/${topic}`,
    isPublic: user === '',
    send: (page, signal) =>
      call(server, { ...asJson(bodyOf(page, topic), headers), expected: /"id":/ }, signal),
  };
}

/** In JSON no text has to be encoded, as it would in headers. Priority 5 rings through Do Not Disturb if allowed. */
function bodyOf({ id, isUrgent, title, text, requests: [first, second] }: Page, topic: string) {
  return {
    topic,
    title,
    message: text,
    priority: isUrgent ? 5 : 3,
    tags: [isUrgent ? 'rotating_light' : 'information_source'],
    // Servers before 2.16 ignore it.
    sequence_id: id,
    ...(first && !second ? { click: first.acknowledgeUrl, actions: actionsFor(first) } : {}),
  };
}

function actionsFor({ call: number, acknowledgeUrl }: PagedRequest) {
  return [
    ...(number ? [{ action: 'view', label: pagingWords.call, url: number }] : []),
    { action: 'http', label: pagingWords.take, method: 'POST', url: acknowledgeUrl, clear: true },
  ];
}
