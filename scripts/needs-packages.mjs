// Precedes a program in TypeScript: without packages, Node 20 would only show a stack trace.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { needNode } from './install.mjs';
import { end, root } from './run.mjs';

if (!existsSync(join(root, 'node_modules'))) {
  end(
    existsSync(join(root, 'current'))
      ? 'The version that runs is in the folder current: run this there, after "cd current".'
      : 'Nothing is installed yet. Run "npm ci" first, or "npm start", which also builds the pages.',
  );
}
needNode();
