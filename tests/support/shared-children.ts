import type { ChildProcess } from 'node:child_process';

/** Processes that may outlive the test that starts them, but not its file: see no-child-left.ts. */
export const sharedChildren = new WeakSet<ChildProcess>();
