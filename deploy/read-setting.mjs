// node deploy/read-setting.mjs FILE NAME: prints a setting as systemd and the server read it, without its quotes.
// Any Node from 20.12 runs this file, because the machine's own Node does so before the first build.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const [, , file = '', name = ''] = process.argv;
process.stdout.write(parseEnv(readFileSync(file, 'utf8'))[name] ?? '');
