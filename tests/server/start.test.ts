import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

test('a bad setting stops the start with a sentence that names it', async () => {
  const start = startServer({ env: { RETENTION: '1', SMTP_URL: 'mail.example.com', PORT: 'eighty' } });
  await expect(start).rejects.toThrow(
    'Ended with 1: PORT is "eighty": it must be a whole number from 0 (any free port) to 65535, like PORT=8080\n' +
      'SMTP_URL cannot be used: it must be the address of a mail server, like SMTP_URL=smtp://user:password@mail.example.com:587\n',
  );
});

test('without a built site the server says what to do', async () => {
  await expect(startServer({ cwd: newDataDir() })).rejects.toThrow('Run "npm run build" first.');
});

test('a port that is in use is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(startServer({ cwd: tinySite(), env: { PORT: String(port) } })).rejects.toThrow(
    `The address 127.0.0.1:${port} is in use by another program. Set PORT to another one, like PORT=8081`,
  );
  other.close();
});
