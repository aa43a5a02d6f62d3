// node deploy/read-setting.mjs FILE NAME: prints a setting without its quotes, as systemd and the server read it.
// Must run on Node 20.12 and later, because the machine's own Node runs it.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const [, , file = '', name = ''] = process.argv;
process.stdout.write(parseEnv(readFileSync(file, 'utf8'))[name] ?? '');
