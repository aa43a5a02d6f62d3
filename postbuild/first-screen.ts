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
import { listSiteFiles } from '../server/http/static-site/load-site.ts';
import { cssOptions } from './oldest-browsers.ts';

const transformOptions = { filename: 'page.css', minify: true, ...cssOptions };

/**
 * Moves the CSS rules that a page's first screen doesn't need into a separate sheet, together with the custom
 * properties that only these rules use. Drops custom properties that no file uses. The page links this sheet after its
 * first screen, so browsers paint the first screen without waiting for the sheet. Skips pages that have no section
 * below the first screen.
 */
export function splitStyles(folder: string): void {
  const files = listSiteFiles(folder);
  const texts = files.filter((file) => /\.(html|css|js)$/.test(file));
  // Pictures don't need to be read, because the build has already replaced their custom properties with colors.
  const usedAnywhere = new Set(
    texts.flatMap((file) => listVariables(readFileSync(join(folder, file), 'utf8'))),
  );
  for (const page of files.filter((file) => file.endsWith('.html'))) {
    const html = readFileSync(join(folder, page), 'utf8');
    const end = findFirstScreenEnd(html);
    if (end < 0) {
      continue;
    }
    const firstScreen = html.slice(0, end);
    const names = listNames(firstScreen);
    const sheets = firstScreen.matchAll(/<style>(.*?)<\/style>/gs);
    const css = Array.from(sheets, ([, sheet]) => sheet).join('');
    const matching = selectRulesAbove(css, names);
    const used = listUsedProperties(matching);
    const above = filterRoot(matching, (name) => used.has(name) || !isCustom(name));
    const isWantedBelow = (name: string) => !used.has(name) && isCustom(name) && usedAnywhere.has(name);
    const below = filterRoot(selectRulesBelow(css, names), isWantedBelow);
    const name = `_astro/below.${createHash('sha256').update(below).digest('base64url').slice(0, 8)}.css`;
    const styled = firstScreen
      .replace(/<style>.*?<\/style>/gs, '')
      .replace('</head>', () => `<style>${above}</style></head>`);
    writeFileSync(join(folder, name), below);
    writeFileSync(join(folder, page), `${styled}<link rel="stylesheet" href="/${name}">${html.slice(end)}`);
  }
}

/**
 * Returns the position where the first section begins, or the second section if the first one contains the headline.
 * Returns a negative number if there is no such section.
 */
function findFirstScreenEnd(html: string): number {
  const headline = html.indexOf('<h1');
  const first = html.indexOf('<section');
  if (headline < first) {
    return headline < 0 ? -1 : first;
  }
  const next = /<\/section>(?=<section)/.exec(html.slice(headline));
  return next && first >= 0 ? headline + next.index + next[0].length : -1;
}

/** Lists the classes and IDs in HTML. Omits names inside drawings, whose styles can wait for the deferred sheet. */
function listNames(html: string): ReadonlySet<string> {
  const withoutDrawings = html.replace(/(<svg[^>]* fill="none"[^>]*>).*?<\/svg>/gs, '$1');
  const attributes = withoutDrawings.matchAll(/ (?:class|id)="([^"]*)"/g);
  return new Set(Array.from(attributes).flatMap(([, names = '']) => names.split(' ')));
}

/** Returns the rules that the first paint needs. */
function selectRulesAbove(css: string, names: ReadonlySet<string>): string {
  return filterRules(css, { Rule: (rule) => keepIf(chooseSheet(rule, names) !== 'below') });
}

/** Returns all other rules, with the queries and layers around them. */
function selectRulesBelow(css: string, names: ReadonlySet<string>): string {
  /** The number of enclosing rules that always go below. */
  let nestingDepth = 0;
  return filterRules(css, {
    Rule(rule) {
      const isWanted = nestingDepth > 0 || chooseSheet(rule, names) !== 'above';
      if (isAlwaysBelow(rule)) {
        nestingDepth += 1;
      }
      return keepIf(isWanted);
    },
    RuleExit(rule) {
      if (isAlwaysBelow(rule)) {
        nestingDepth -= 1;
      }
    },
  });
}

/** Returns the rules that the Lightning CSS visitor keeps. */
function filterRules(css: string, visitor: Visitor<CustomAtRules>): string {
  const remaining = transform({ ...transformOptions, code: Buffer.from(css), visitor });
  // A second pass removes queries that are now empty.
  return transform({ ...transformOptions, code: remaining.code }).code.toString();
}

/** Matches `:root` rules in a minified sheet. They set the custom properties of the page and its dark scheme. */
const rootRules = /:root\{([^}]*)\}/g;

const isRoot = (selectors: readonly Selector[]) =>
  selectors.every(([part, ...more]) => part?.type === 'pseudo-class' && part.kind === 'root' && !more.length);

const isCustom = (name: string) => name.startsWith('--');

/** Returns a sheet with only the wanted declarations in its `:root` rules. */
function filterRoot(css: string, isWanted: (name: string) => boolean): string {
  return css.replace(rootRules, (_, declarations: string) => {
    const wanted = declarations.split(';').filter((declaration) => isWanted(declaration.split(':')[0] ?? ''));
    return `:root{${wanted.join(';')}}`;
  });
}

/** Lists the custom properties that a sheet's rules use, directly or through other properties of `:root`. */
function listUsedProperties(css: string): ReadonlySet<string> {
  const definitions = Array.from(css.matchAll(rootRules)).flatMap(([, all = '']) => all.split(';'));
  const used = new Set(listVariables(css.replace(rootRules, '')));
  // Iterating over a Set includes the names that are added during the loop.
  for (const name of used) {
    const matching = definitions.filter((definition) => definition.startsWith(`${name}:`));
    for (const other of matching.flatMap(listVariables)) {
      used.add(other);
    }
  }
  return used;
}

const listVariables = (css: string) => Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name);

/** Returns a Lightning CSS visitor result: undefined keeps a rule, and an empty array removes it. */
const keepIf = (isWanted: boolean) => (isWanted ? undefined : []);

/**
 * Returns the sheet for a rule, or undefined if the sheets share it, like queries, layers, and custom
 * properties.
 */
function chooseSheet(rule: Rule, names: ReadonlySet<string>): 'above' | 'below' | undefined {
  if (rule.type === 'style' && isRoot(rule.value.selectors)) {
    return undefined;
  }
  if (rule.type === 'style') {
    return canMatch(rule.value.selectors, names) ? 'above' : 'below';
  }
  if (rule.type === 'font-face') {
    return isDownloaded(rule.value) ? 'below' : 'above';
  }
  // Keyframes go below, because browsers may count animated text as painted only when its animation ends.
  return rule.type === 'keyframes' || isAlwaysBelow(rule) ? 'below' : undefined;
}

/** Whether a rule is for printing, or for browsers without a feature (site/styles/old-browsers.css). */
function isAlwaysBelow(rule: Rule): boolean {
  if (rule.type === 'media') {
    return rule.value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print');
  }
  return rule.type === 'page' || (rule.type === 'supports' && rule.value.condition.type === 'not');
}

/** Whether a font is downloaded. The first paint uses a local font of the same size instead. */
const isDownloaded = ({ properties }: FontFaceRule) =>
  properties.some(({ type, value }) => type === 'source' && value.some((source) => source.type === 'url'));

/**
 * Whether any of a rule's selectors may match before the visitor does anything, given the classes and IDs on the first
 * screen. Ignores the contents of `:not()`.
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
