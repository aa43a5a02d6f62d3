/**
 * Maps each entry's path (like "hero.text") in a valid JSON text to its line. Also returns repeated paths, which are
 * mapped to the last of their lines.
 */
export function findLines(text: string): { lines: Map<string, number>; repeated: string[] } {
  const lines = new Map<string, number>();
  const repeated: string[] = [];
  /** The keys and indexes from the outermost bracket to the innermost. */
  const path: (string | number)[] = [];
  let line = 1;
  let isKeyNext = false;
  const recordLine = () => {
    const name = path.join('.');
    if (lines.has(name)) {
      repeated.push(name);
    }
    lines.set(name, line);
  };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[\w.+-]+/g)) {
    const inList = typeof path.at(-1) === 'number';
    if (token === '\n') {
      line += 1;
    } else if (token === ',') {
      isKeyNext = !inList;
      path.push(inList ? Number(path.pop()) + 1 : (path.pop() ?? ''));
    } else if (token === '}' || token === ']') {
      path.pop();
    } else if (token === ':') {
      isKeyNext = false;
    } else if (isKeyNext) {
      path.splice(-1, 1, JSON.parse(token));
      recordLine();
    } else {
      if (inList) {
        recordLine();
      }
      if (token === '{' || token === '[') {
        path.push(token === '{' ? '' : 0);
        isKeyNext = token === '{';
      }
    }
  }
  return { lines, repeated };
}
