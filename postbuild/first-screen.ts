import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CustomAtRules,
  type FontFaceRule,
  type Rule,
  type Selector,
  transform,
  type Visitor,
} from 'lightningcss';
import { filesOf } from '../server/http/static-site/load-site.ts';
import { cssOptions } from './oldest-browsers.ts';

const sheet = { filename: 'page.css', minify: true, ...cssOptions };

/**
 * Moves the rules that the first paint of a page's first screen doesn't need into a sheet linked at its end, with the
 * custom properties that only they use. Browsers paint everything above such a link without waiting for it.
 */
export function splitStyles(folder: string): void {
  for (const page of filesOf(folder).filter((file) => file.endsWith('.html'))) {
    const html = readFileSync(join(folder, page), 'utf8');
    const end = endOfFirstScreen(html);
    if (end < 0) {
      continue;
    }
    const firstScreen = html.slice(0, end);
    const names = namesIn(firstScreen);
    const sheets = firstScreen.matchAll(/<style>(.*?)<\/style>/gs);
    const css = Array.from(sheets, ([, sheet]) => sheet).join('');
    const matching = rulesAbove(css, names);
    const used = propertiesUsed(matching);
    const above = withRoot(matching, (name) => used.has(name) || !isCustom(name));
    const below = withRoot(rulesBelow(css, names), (name) => !used.has(name) && isCustom(name));
    const name = `_astro/below.${createHash('sha256').update(below).digest('base64url').slice(0, 8)}.css`;
    const styled = firstScreen
      .replace(/<style>.*?<\/style>/gs, '')
      .replace('</head>', () => `<style>${above}</style></head>`);
    writeFileSync(join(folder, name), below);
    writeFileSync(join(folder, page), `${styled}<link rel="stylesheet" href="/${name}">${html.slice(end)}`);
  }
}

/** Where the first section begins, or the second if the headline is in the first. Negative in a page without. */
function endOfFirstScreen(html: string): number {
  const headline = html.indexOf('<h1');
  const first = html.indexOf('<section');
  if (headline < first) {
    return headline < 0 ? -1 : first;
  }
  const next = /<\/section>(?=<section)/.exec(html.slice(headline));
  return next && first >= 0 ? headline + next.index + next[0].length : -1;
}

/** Classes and ids, except those inside drawings, whose styles can wait for the deferred sheet. */
function namesIn(html: string): ReadonlySet<string> {
  const withoutDrawings = html.replace(/(<svg[^>]* fill="none"[^>]*>).*?<\/svg>/gs, '$1');
  const attributes = withoutDrawings.matchAll(/ (?:class|id)="([^"]*)"/g);
  return new Set(Array.from(attributes).flatMap(([, names = '']) => names.split(' ')));
}

/** The rules that the first paint needs. */
function rulesAbove(css: string, names: ReadonlySet<string>): string {
  return rulesOf(css, { Rule: (rule) => only(sheetOf(rule, names) !== 'below') });
}

/** All other rules. */
function rulesBelow(css: string, names: ReadonlySet<string>): string {
  /** How many rules are around the current one that wait with everything in them. */
  let waiting = 0;
  return rulesOf(css, {
    Rule(rule) {
      const isWanted = waiting > 0 || sheetOf(rule, names) !== 'above';
      if (waitsAsWhole(rule)) {
        waiting += 1;
      }
      return only(isWanted);
    },
    RuleExit(rule) {
      if (waitsAsWhole(rule)) {
        waiting -= 1;
      }
    },
  });
}

/** The rules of a sheet that a visitor leaves. */
function rulesOf(css: string, visitor: Visitor<CustomAtRules>): string {
  const left = transform({ ...sheet, code: Buffer.from(css), visitor });
  // A second pass drops the queries that are empty now.
  return transform({ ...sheet, code: left.code }).code.toString();
}

/** In a minified sheet, the custom properties of the page and of its dark scheme. */
const rootRules = /:root\{([^}]*)\}/g;

const isRoot = (selectors: readonly Selector[]) =>
  selectors.every(([part, ...more]) => part?.type === 'pseudo-class' && part.kind === 'root' && !more.length);

const isCustom = (name: string) => name.startsWith('--');

/** A sheet with only some of the declarations of its `:root` rules. */
function withRoot(css: string, isWanted: (name: string) => boolean): string {
  return css.replace(rootRules, (_, declarations: string) => {
    const wanted = declarations.split(';').filter((declaration) => isWanted(declaration.split(':')[0] ?? ''));
    return `:root{${wanted.join(';')}}`;
  });
}

/** The custom properties that a sheet's rules use, directly or through other properties of `:root`. */
function propertiesUsed(css: string): ReadonlySet<string> {
  const definitions = Array.from(css.matchAll(rootRules)).flatMap(([, all = '']) => all.split(';'));
  const used = new Set(variablesIn(css.replace(rootRules, '')));
  // A Set also visits what is added during the loop.
  for (const name of used) {
    const ofThisName = definitions.filter((definition) => definition.startsWith(`${name}:`));
    for (const other of ofThisName.flatMap(variablesIn)) {
      used.add(other);
    }
  }
  return used;
}

const variablesIn = (css: string) => Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name);

/** In Lightning CSS, undefined leaves a rule as it is, and an array takes its place. */
const only = (isWanted: boolean) => (isWanted ? undefined : []);

/** Which sheet gets a rule. Undefined for a query, a layer or custom properties: each sheet gets a part. */
function sheetOf(rule: Rule, names: ReadonlySet<string>): 'above' | 'below' | undefined {
  if (rule.type === 'style' && isRoot(rule.value.selectors)) {
    return undefined;
  }
  if (rule.type === 'style') {
    return canMatch(rule.value.selectors, names) ? 'above' : 'below';
  }
  if (rule.type === 'font-face') {
    return isLoaded(rule.value) ? 'below' : 'above';
  }
  // Browsers count animated text as painted when its animation ends.
  return rule.type === 'keyframes' || waitsAsWhole(rule) ? 'below' : undefined;
}

/** Whether a rule is for paper, or for browsers that lack a feature (site/styles/old-browsers.css). */
function waitsAsWhole(rule: Rule): boolean {
  if (rule.type === 'media') {
    return rule.value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print');
  }
  return rule.type === 'page' || (rule.type === 'supports' && rule.value.condition.type === 'not');
}

/** A font that is loaded: the first paint has a local one of its size in its place. */
const isLoaded = ({ properties }: FontFaceRule) =>
  properties.some(({ type, value }) => type === 'source' && value.some((source) => source.type === 'url'));

/**
 * Whether any of a rule's selectors needs only classes and ids that are shown, and nothing that a visitor does first.
 * Ignores the contents of `:not()`.
 */
function canMatch(selectors: readonly Selector[], shown: ReadonlySet<string>): boolean {
  return selectors.some((selector) =>
    selector.every((part) => {
      if (part.type === 'class' || part.type === 'id') {
        return shown.has(part.name);
      }
      if (part.type === 'pseudo-element') {
        return part.kind !== 'backdrop';
      }
      if (part.type !== 'pseudo-class') {
        return true;
      }
      if (part.kind === 'is' || part.kind === 'where' || part.kind === 'has') {
        return canMatch(part.selectors, shown);
      }
      return !/^(hover|focus|popover-open)/.test(part.kind);
    }),
  );
}
