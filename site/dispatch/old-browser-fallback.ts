/**
 * Shows instructions if Dispatch doesn't start, usually because the browser is too old. For an alarm's link, also shows
 * a form that opens a page without scripts. The token travels in the form, because servers may log URLs.
 */

/** How long Dispatch may take to start once the page has loaded. */
const startTimeout = 2_000;

addEventListener('load', () => setTimeout(showWithoutDispatch, startTimeout));

/** Shows the instructions, unless Dispatch has started and removed these elements. */
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

// This makes the file a module, so that its test can import it.
export {};
