import { business } from '../../content/business.ts';
import { languages } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { phoneLink } from '../../content/phone-number.ts';
import { must } from './campaign.ts';

const statuses = [200, 303, 400, 403, 413, 415, 422];
const destinations = ['/#sent', '/es/#sent'];
/** Where the rejection page's own links lead. */
const paths = Object.values(languages).flatMap(({ path }) => [path, `${path}about#${privacyAnchor}`]);
const responseHeaders = new Set(
  (
    'access-control-allow-origin access-control-expose-headers cache-control content-length content-security-policy ' +
    'content-type cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy location ' +
    'permissions-policy referrer-policy retry-after vary x-content-type-options'
  ).split(' '),
);
/** The rejection page's own tags; any other came from a visitor. */
const tags = new Set(
  '!doctype html head meta link title body main h1 p a span form div label input select option textarea button'.split(
    ' ',
  ),
);

/** A page that stands beside others has its own style, and begins with a comment. */
const tagsBesidePages = ['style', '!'];
const headersOfDeno = ['connection', 'content-encoding', 'date', 'keep-alive', 'transfer-encoding'];

/**
 * Checks that a response to hostile input holds nothing of it. `pages` is the origin of the pages, when it is not
 * the one that answers.
 */
export async function checkResponse(response: Response, pages?: string): Promise<void> {
  const { status, headers } = response;
  const expectedTags = pages === undefined ? tags : new Set([...tags, ...tagsBesidePages]);
  const expectedHeaders =
    pages === undefined ? responseHeaders : new Set([...responseHeaders, ...headersOfDeno]);
  must(statuses.includes(status), `it was answered ${status}`);
  must(headers.get('x-content-type-options') === 'nosniff', 'the common headers are missing');
  must(headers.has('content-security-policy'), 'the policy is missing');
  for (const name of headers.keys()) {
    must(expectedHeaders.has(name), `the response has a header "${name}"`);
  }
  const isKnown = destinations.some((path) => headers.get('location') === `${pages ?? ''}${path}`);
  must(status !== 303 || isKnown, 'it redirects somewhere else');
  const text = await response.text();
  if (headers.get('content-type')?.startsWith('text/html')) {
    for (const [, tag = ''] of text.matchAll(/<\/?([!a-z][a-z\d]*)/gi)) {
      must(expectedTags.has(tag.toLowerCase()), `the page holds a <${tag}>`);
    }
    must(text.split('<form').length === 2, 'the page holds another form');
    const ours = [phoneLink(business.phone), ...paths.map((path) => `${pages ?? ''}${path}`)];
    const links = Array.from(
      text.matchAll(/<a (?:class="call" )?href="(.*?)"/g),
      ([, target]) => target ?? '',
    );
    must(text.split('<a ').length === links.length + 1, 'the page holds another link');
    must(
      links.every((target) => ours.includes(target)),
      'a link of the page leads elsewhere',
    );
  } else if (status !== 303) {
    const keys = Object.keys(JSON.parse(text));
    must(
      keys.every((key) => ['ok', 'reference', 'type', 'title', 'status', 'code', 'fields'].includes(key)),
      'the response says more than it should',
    );
  }
}
