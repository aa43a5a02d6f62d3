/** A sheet that is served as it stands, which the build does not minify: without comments and white space. */
export function servedSheet(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
}
