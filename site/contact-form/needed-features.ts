/**
 * Features that the form's script needs, as paths from `window`. Some browsers that support module scripts lack most
 * features. If one is missing, the script leaves the native form alone, because that form works without our script.
 */
export const neededFeatures = [
  // load-script.ts limits how long it waits for files.
  'AbortSignal.timeout',
  'Array.prototype.flatMap',
  'Object.fromEntries',
  // draft.ts generates the idempotency key.
  'crypto.getRandomValues',
  // native-fallback.ts adds the answers to the browser's post after an error.
  'FormDataEvent',
  // The call card is a dialog.
  'HTMLDialogElement.prototype.showModal',
  // The styles of the parts that only React renders are in cascade layers.
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
