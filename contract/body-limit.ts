import { fieldNames, getField } from './contact-fields.ts';

/**
 * The largest accepted body, in KiB, which has room for the longest allowed values and a little more. A form without
 * JavaScript needs at most nine bytes per UTF-16 unit ("王" is "%E7%8E%8B"). JSON needs fewer.
 */
export const maxBodyKibibytes = Math.ceil(
  fieldNames.reduce((bytes, name) => {
    const { limit, options = [] } = getField(name);
    const longest = 9 * (limit ?? Math.max(0, ...options.map((option) => option.length)));
    return bytes + longest + `&${name}=`.length;
  }, 1_024) / 1_024,
);
