/**
 * Every browser feature that the form's script uses and that a browser with module scripts may lack, as a path from
 * `window`. If one is missing, the script leaves the native form alone, because that sends in every browser.
 */
export const neededFeatures = [
  // load-script.ts waits for its files with a limit.
  'AbortSignal.timeout',
  'Array.prototype.flatMap',
  'Object.fromEntries',
  // draft.ts draws the idempotency key.
  'crypto.getRandomValues',
  // native-form.ts adds the answers to what the browser sends after an error.
  'FormDataEvent',
  // The dispatch card.
  'HTMLDialogElement.prototype.showModal',
  // The styles of all that only React shows are in cascade layers.
  'CSSLayerBlockRule',
  'reportError',
];

/** Whether the form's script may take over the form. */
export function hasNeededFeatures(): boolean {
  return neededFeatures.every((path) => {
    const found = path.split('.').reduce((owner, name) => owner?.[name], window as unknown as Owner);
    return found !== undefined;
  });
}

type Owner = { [name: string]: Owner } | undefined;
