import { fieldNames, getField } from './contact-fields.ts';

/**
 * The largest accepted body, in KiB, which has room for the longest allowed values and a little more. A form without
 * JavaScript needs at most nine bytes per UTF-16 unit ("王" is "%E7%8E%8B"). JSON needs fewer.
 */
export const maxBodyKibibytes = Math.ceil((countMaxFormBytes() + 1_024) / 1_024);

function countMaxFormBytes(): number {
  let bytes = 0;
  for (const name of fieldNames) {
    const { limit, options = [] } = getField(name);
    const maxLength = limit ?? Math.max(0, ...options.map((option) => option.length));
    bytes += `&${name}=`.length + 9 * maxLength;
  }
  return bytes;
}
