/**
 * For a browser that is too old for Dispatch: says what to do, and leads the link of an alarm on to the page that needs
 * no scripts. The token travels in a form, so it is in no URL that a server could log.
 */
const startsWithin = 2_000;

addEventListener('load', () => setTimeout(showWithoutDispatch, startsWithin));

/** Dispatch has removed these elements if it has started. */
function showWithoutDispatch(): void {
  const form = document.querySelector<HTMLFormElement>('#plain-link');
  const [loading, tooOld] = ['loading', 'too-old'].map((id) => document.getElementById(id));
  if (!form || !loading || !tooOld) {
    return;
  }
  loading.hidden = true;
  tooOld.hidden = false;
  const [, token] = /^#take=([\w-]+)$/.exec(location.hash) ?? [];
  if (token) {
    (form.elements.namedItem('token') as HTMLInputElement).value = token;
    form.hidden = false;
  }
}

// Makes this file a module, which its test imports.
export {};
