import { words } from '../../../content/words/index.ts';
import { honeypotName } from '../../../contract/contact-fields.ts';
import { scrollToMiddle } from '../engines/engine.ts';
import { exampleRequest } from '../example-request.ts';
import { isFormReady, isReadable, look, readRefusal } from './in-page.ts';
import type { Journey } from './journey.ts';
import { findUnreadable, leastContrast } from './unreadable.ts';
import { until } from './until.ts';

const submit = 'form[method=post] [type=submit]';

export async function* seeForm({ engine, isFull }: Journey) {
  await engine.run(scrollToMiddle, submit);
  if (isFull && !(await until(() => engine.run(isFormReady)))) {
    yield 'The script does not handle the form.';
  }
  await engine.run(scrollToMiddle, '#contact-phone');
  yield* findUnreadable(engine, 'The label "Phone"', '#contact-phone-label', leastContrast.text, 0.01);
  yield* findUnreadable(
    engine,
    'The field for the phone number',
    '#contact-phone',
    leastContrast.field,
    0.01,
  );
  const honeypot = `#contact-${honeypotName}`;
  await engine.run(scrollToMiddle, honeypot);
  const { isShown, isFree } = await engine.run(look, honeypot);
  if (isShown && isFree) {
    yield 'The field that only bots should fill in is visible.';
  }
}

export async function* sendEmptyForm({ engine, proxy }: Journey) {
  await engine.click(submit);
  const isRefused = async () => {
    const { sentence, isByBrowser } = await engine.run(readRefusal);
    return sentence !== '' || isByBrowser;
  };
  if (!(await until(isRefused))) {
    yield 'The empty form shows no error.';
  }
  if (proxy.posts.length > 0) {
    yield 'The empty form was posted.';
  }
  const { field } = await engine.run(readRefusal);
  if (field !== 'contact-name') {
    yield `The focus is on "${field}" rather than on the first wrong field.`;
  }
  const isFree = async (selector: string) => (await engine.run(look, selector)).isFree;
  if (!(await until(() => isFree('#contact-name')))) {
    yield 'Something covers the first wrong field.';
  }
  // A label above the top of the screen doesn't count as covered.
  const { box } = await engine.run(look, '#contact-name-label');
  if (box.top >= 0 && !(await isFree('#contact-name-label'))) {
    yield "Something covers the first wrong field's label.";
  }
}

export async function* sendRequest({ engine, proxy, site, language, isFull }: Journey) {
  const { form, outcome, extras } = words[language];
  const message = `Journey ${crypto.randomUUID()}`;
  for (const [name, value] of Object.entries({ ...exampleRequest, message })) {
    const text = name === 'service' ? form.services[exampleRequest.service] : value;
    await engine.type(`#contact-${name}`, text);
  }
  await engine.click(submit);
  // The confirmation is the toast, the page after the native form, or the receipt.
  const isConfirmed = async () =>
    (await engine.run(isReadable, outcome.sent.title)) ||
    engine.run(isReadable, extras.receipt.board[0] ?? '');
  if (!(await until(isConfirmed))) {
    yield 'Nothing on the screen says that the request was sent.';
  }
  // `onlyMailWith` waits for a later request's email, which arrives after any second post.
  if (proxy.posts.length > 0) {
    await site.onlyMailWith(message);
  }
  const [post, ...others] = proxy.posts;
  if (!post) {
    yield 'The Send button posts nothing.';
  } else if (![200, 303].includes(post.status ?? 0)) {
    yield `The server answers the post with ${post.status}.`;
  }
  if (others.length > 0) {
    yield `The Send button posts ${proxy.posts.length} times.`;
  }
  if (isFull && post?.isNative) {
    yield 'The browser sends the form instead of the script.';
  }
}
