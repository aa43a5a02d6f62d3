import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Moves the rules that cannot match on a page's first screen out of its first response, into a sheet linked
 * where the first screen ends. Browsers paint everything above such a link without waiting for it.
 *
 * The first screen is everything before the first section. A page that starts with a section keeps all its
 * styles.
 */
export function splitStyles(folder: string, pages: readonly string[]): void {
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    const end = html.indexOf('<section');
    const firstScreen = html.slice(0, end);
    if (end < 0 || !firstScreen.includes('<h1')) continue;
    const attributes = withoutDrawings(firstScreen).matchAll(/ (class|id)="([^"]*)"/g);
    const shown = new Set(
      Array.from(attributes).flatMap(([, attribute, names = '']) =>
        names.split(' ').map((name) => (attribute === 'id' ? '#' : '.') + name),
      ),
    );
    const below: string[] = [];
    const sheets = [...firstScreen.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    const used = tokensUsedBy(sheets.map((css) => split(css, shown).kept).join(''));
    const styled = firstScreen.replace(/(<style>)(.*?)(<\/style>)/gs, (_, open, css: string, close) => {
      const { kept, moved } = split(css, shown, used);
      if (moved) below.push(moved);
      return kept ? open + kept + close : '';
    });
    const sheet = below.join('');
    const name = `_astro/below.${createHash('sha256').update(sheet).digest('base64url').slice(0, 8)}.css`;
    writeFileSync(join(folder, name), sheet);
    writeFileSync(join(folder, page), `${styled}<link rel="stylesheet" href="/${name}">${html.slice(end)}`);
  }
}

/** A drawing has its size at once, and its colors with the sheet below: words come first. */
function withoutDrawings(html: string): string {
  return html.replace(/(<svg[^>]* fill="none"[^>]*>).*?<\/svg>/gs, '$1');
}

/** The custom properties that these rules read, directly or through others. */
function tokensUsedBy(css: string): Set<string> {
  const values = new Map(
    [...css.matchAll(/(--[\w-]+):([^;}]*)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const used = new Set<string>();
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (!used.has(name)) add(`${used.add(name) && values.get(name)}`);
    }
  };
  add(css.replace(/:root\{[^}]*\}/g, ''));
  return used;
}

/**
 * Splits a sheet by whether a rule may match with only these classes and ids. Custom properties of the root are split
 * by `used`.
 */
function split(css: string, shown: ReadonlySet<string>, used?: ReadonlySet<string>) {
  let [kept, moved] = ['', ''];
  for (const { prelude, body, whole } of rulesOf(css)) {
    if (prelude === ':root' && body && used) {
      const declarations = body.split(';');
      const ours = declarations.filter(
        (one) => !one.startsWith('--') || used.has(one.split(':', 1)[0] ?? ''),
      );
      const others = declarations.filter((one) => !ours.includes(one));
      kept += `:root{${ours.join(';')}}`;
      if (others.length > 0) moved += `:root{${others.join(';')}}`;
    } else if (/^\s*@(layer|media|container|supports)/.test(prelude) && body !== undefined) {
      const inner: { kept: string; moved: string } = split(body, shown, used);
      if (inner.kept) kept += `${prelude}{${inner.kept}}`;
      if (inner.moved) moved += `${prelude}{${inner.moved}}`;
    } else if (canMatch(prelude, shown)) {
      kept += whole;
    } else {
      moved += whole;
    }
  }
  return { kept, moved };
}

/** The rules and statements of a minified sheet, in order. */
function* rulesOf(css: string): Generator<{ prelude: string; body?: string; whole: string }> {
  let start = 0;
  let open = 0;
  let depth = 0;
  for (let index = 0; index < css.length; index += 1) {
    const letter = css[index];
    if (letter === '"' || letter === "'") {
      index = css.indexOf(letter, index + 1);
    } else if (letter === '{') {
      if (depth === 0) open = index;
      depth += 1;
    } else if (letter === '}' || (letter === ';' && depth === 0)) {
      if (letter === '}') depth -= 1;
      if (depth === 0) {
        const whole = css.slice(start, index + 1);
        yield letter === '}'
          ? { prelude: css.slice(start, open), body: css.slice(open + 1, index), whole }
          : { prelude: whole, whole };
        start = index + 1;
      }
    }
  }
}

/**
 * Whether any of a rule's selectors needs only classes and ids that are shown, and nothing that a visitor does first.
 * Ignores the contents of `:not()`.
 */
function canMatch(prelude: string, shown: ReadonlySet<string>): boolean {
  const selectors = prelude.replace(/:not\([^)]*\)+/g, '').split(/,(?![^(]*\))/);
  return selectors.some(
    (selector) =>
      !/:hover|:focus|::backdrop/.test(selector) &&
      [...selector.matchAll(/[.#][A-Za-z][\w-]*/g)].every(([name]) => shown.has(name)),
  );
}
