/** How often the lines change on a terminal, and how often they are printed elsewhere. */
const milliseconds = process.stdout.isTTY ? 200 : 10_000;

/**
 * Shows what is under way: on a terminal in lines that change in place, elsewhere in one line every ten seconds.
 * @param {() => string[]} describe one line for each part
 */
export function showProgress(describe) {
  let shown = 0;
  const timer = setInterval(show, milliseconds);
  show();

  function show() {
    const lines = describe();
    if (!process.stdout.isTTY) {
      if (lines.length > 0) console.log(lines.join(' | '));
      return;
    }
    const columns = process.stdout.columns || 80;
    clear();
    for (const line of lines) console.log(line.length < columns ? line : `${line.slice(0, columns - 2)}…`);
    shown = lines.length;
  }

  function clear() {
    if (shown > 0) process.stdout.write(`\x1b[${shown}A\x1b[J`);
    shown = 0;
  }

  return {
    /** Prints a text that stays. @param {string} text */
    say(text) {
      clear();
      console.log(text);
      if (process.stdout.isTTY) show();
    },
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}

/** Whole seconds since a moment of performance.now(), like "12 s". @param {number} start */
export const secondsSince = (start) => `${Math.round((performance.now() - start) / 1000)} s`;
