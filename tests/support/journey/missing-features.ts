/** Removes one feature newer than Chrome 80 or Safari 13 from the current Chromium. */
export interface MissingFeature {
  name: string;
  /** The browser versions that introduced the feature. */
  since: string;
  /** Whether a request is most likely to be lost without the feature. npm test includes these features. */
  isRisky?: boolean;
  /** Runs before the page's own scripts. */
  script?: string;
  /** Changes pages, style sheets, and scripts before they reach the browser. */
  change?: (text: string) => string;
}

/** Returns a script that deletes properties such as "String.prototype.at", and hides inherited ones. */
const deleteProperties = (...paths: string[]) =>
  paths
    .map((path) => {
      const owner = path.slice(0, path.lastIndexOf('.'));
      const name = path.slice(path.lastIndexOf('.') + 1);
      return `delete ${owner}.${name}; if ('${name}' in ${owner}) Object.defineProperty(${owner}, '${name}', { value: undefined });`;
    })
    .join('\n');

/** Returns a change that replaces a feature's name with an unknown name. */
const replaceName =
  (pattern: RegExp, replacement = 'x-$&') =>
  (text: string) =>
    text.replace(pattern, replacement);

const functions: MissingFeature[] = [
  {
    name: 'String.toWellFormed',
    since: 'Chrome 111, Safari 16.4, Firefox 119',
    isRisky: true,
    script: deleteProperties('String.prototype.toWellFormed', 'String.prototype.isWellFormed'),
  },
  {
    name: 'Array.findLast',
    since: 'Chrome 97, Safari 15.4, Firefox 104',
    isRisky: true,
    script: deleteProperties('Array.prototype.findLast', 'Array.prototype.findLastIndex'),
  },
  {
    name: 'String.replaceAll',
    since: 'Chrome 85, Safari 13.1, Firefox 77',
    isRisky: true,
    script: deleteProperties('String.prototype.replaceAll'),
  },
  {
    name: 'Array.at',
    since: 'Chrome 92, Safari 15.4, Firefox 90',
    script: deleteProperties('Array.prototype.at', 'String.prototype.at'),
  },
  {
    name: 'Object.hasOwn',
    since: 'Chrome 93, Safari 15.4, Firefox 92',
    script: deleteProperties('Object.hasOwn'),
  },
  {
    name: 'AbortSignal.timeout',
    since: 'Chrome 103, Safari 16, Firefox 100',
    script: deleteProperties('AbortSignal.timeout'),
  },
  {
    name: 'AbortSignal.any',
    since: 'Chrome 116, Safari 17.4, Firefox 124',
    script: deleteProperties('AbortSignal.any'),
  },
  {
    name: 'reportError',
    since: 'Chrome 95, Safari 15.4, Firefox 93',
    script: deleteProperties('window.reportError'),
  },
  {
    name: 'Element.replaceChildren',
    since: 'Chrome 86, Safari 14, Firefox 78',
    script: deleteProperties('Element.prototype.replaceChildren'),
  },
  {
    name: 'crypto.randomUUID',
    since: 'Chrome 92, Safari 15.4, Firefox 95',
    script: deleteProperties('Crypto.prototype.randomUUID'),
  },
  {
    name: 'a date style',
    since: 'Safari 14.1, Firefox 79',
    script: `const Format = Intl.DateTimeFormat;
      Intl.DateTimeFormat = function (language, options = {}) {
        if (options.dateStyle || options.timeStyle) throw new RangeError('Invalid option');
        return new Format(language, options);
      };`,
  },
];

const popover = {
  name: 'popover',
  since: 'Chrome 114, Safari 17, Firefox 125',
  isRisky: true,
  script: `${deleteProperties(...['popover', 'showPopover', 'hidePopover', 'togglePopover'].map((name) => `HTMLElement.prototype.${name}`))}
    const { matches } = Element.prototype;
    Element.prototype.matches = function (selector) {
      if (selector.includes(':popover-open')) throw new SyntaxError(selector);
      return matches.call(this, selector);
    };`,
  change: (text: string) =>
    text
      .replace(/\bpopover(target(?:action)?)?="/gi, 'x-popover$1="')
      .replace(/:popover-open/g, ':x-popover-open'),
} satisfies MissingFeature;

const objects: MissingFeature[] = [
  {
    name: 'IntersectionObserver',
    since: 'Safari 12.1',
    script: deleteProperties('window.IntersectionObserver'),
  },
  {
    name: 'margins of an IntersectionObserver',
    since: 'some browsers throw unless margins are in pixels',
    script: `const Observer = window.IntersectionObserver;
      window.IntersectionObserver = function (work, options = {}) {
        if (!/^(-?[0-9.]+px *)*$/.test(options.rootMargin || '')) throw new SyntaxError('rootMargin');
        return new Observer(work, options);
      };`,
  },
  {
    name: 'addEventListener of a media query',
    since: 'Safari 14',
    script: 'Object.setPrototypeOf(MediaQueryList.prototype, Object.prototype);',
  },
  {
    name: 'requestSubmit',
    since: 'Safari 16, Firefox 75',
    script: deleteProperties('HTMLFormElement.prototype.requestSubmit'),
  },
  {
    name: 'storage',
    since: 'blocked with cookies',
    script: `for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError'); } });
    }`,
  },
  {
    name: '<dialog>',
    since: 'Safari 15.4, Firefox 98',
    script: `${deleteProperties('window.HTMLDialogElement')}
      const { createElement } = Document.prototype;
      Document.prototype.createElement = function (name, ...more) {
        return createElement.call(this, name === 'dialog' ? 'x-dialog' : name, ...more);
      };`,
    change: (text) => text.replace(/(<\/?)dialog\b/g, '$1x-dialog'),
  },
  popover,
  {
    name: 'loaded scripts',
    since: 'missing on a bad connection',
    change: replaceName(/<script type="?module/g, '<script type="x-module'),
  },
];

const styles: MissingFeature[] = [
  {
    name: '@layer',
    since: 'Chrome 99, Safari 15.4, Firefox 97',
    // Browsers without cascade layers have no popovers either.
    script: deleteProperties('window.CSSLayerBlockRule') + popover.script,
    // The styles for old browsers test for `revert-layer`, which the same versions introduced.
    change: (text) =>
      popover
        .change(text)
        .replace(/@layer\b/g, '@x-layer')
        .replace(/\brevert-layer\b/g, 'x-revert-layer'),
  },
  {
    name: 'overflow: clip',
    since: 'Chrome 90, Safari 16, Firefox 81',
    change: replaceName(/(overflow(-x|-y)?:\s*)clip/g, '$1x-clip'),
  },
  {
    name: ':has()',
    since: 'Chrome 105, Safari 15.4, Firefox 121',
    change: replaceName(/:has\(/g, ':x-has('),
  },
  {
    name: ':is() and :where()',
    since: 'Chrome 88, Safari 14, Firefox 78',
    change: replaceName(/:(is|where)\(/g, ':x-$1('),
  },
  {
    name: 'container queries',
    since: 'Chrome 105, Safari 16, Firefox 110',
    change: (text) =>
      text.replace(/@container\b/g, '@x-container').replace(/(\d)cq(w|h|i|b|min|max)\b/g, '$1xq$2'),
  },
  {
    name: 'dvh and svh',
    since: 'Chrome 108, Safari 15.4, Firefox 101',
    change: replaceName(/(\d)(dvh|svh|lvh)\b/g, '$1x$2'),
  },
  {
    name: 'inset',
    since: 'Chrome 87, Safari 14.1',
    change: replaceName(/([{;]\s*)inset(-inline|-block)?:/g, '$1x-inset:'),
  },
  {
    name: 'aspect-ratio',
    since: 'Chrome 88, Safari 15, Firefox 89',
    change: replaceName(/([{;]\s*)aspect-ratio:/g, '$1x-aspect-ratio:'),
  },
  {
    name: 'clamp(), min() and max()',
    since: 'Safari 13.1',
    change: replaceName(/\b(clamp|min|max)\((?=[^)]*(rem|px|vw|vh|%|var))/g),
  },
  { name: 'gap', since: 'Safari 14.1 (in flex boxes)', change: replaceName(/([{;]\s*)gap:/g, '$1x-gap:') },
];

export const missingFeatures = [...functions, ...objects, ...styles];
