import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { ensureHtmlChecker } from '../../scripts/programs.mjs';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess({}, { cwd: '.' });
});
afterAll(() => server.stop());

test('the Nu HTML checker finds no errors or warnings on any page', async () => {
  const refused = await fetch(server.url + contactPath, { method: 'POST', body: new URLSearchParams() });
  expect(refused.status).toBe(422);
  const refusal = join(mkdtempSync(join(tmpdir(), 'refusal-')), 'refusal.html');
  writeFileSync(refusal, await refused.text());
  const files = [...globSync('build/site/**/*.html'), refusal];
  // Java's first-tier compiler and simplest garbage collector halve the time of a short run. The compiler needs a
  // larger stack.
  const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m', '-jar', ensureHtmlChecker()];
  const options = ['--format', 'json', '--stdout', '--exit-zero-always'];
  const { messages } = JSON.parse(
    execFileSync('java', [...java, ...options, ...files], { encoding: 'utf8' }),
  );
  const faults = messages.filter(
    ({ type, subType, extract = '' }: { type: string; subType?: string; extract?: string }) =>
      // Remarks about style are ignored, because React closes void elements with a slash.
      (type !== 'info' || subType === 'warning') &&
      // The checker doesn't know container queries yet.
      !/-type:inline-size|\dcqi/.test(extract),
  );
  expect(faults).toEqual([]);
});
