import type { Transport } from '../../server/mail/transport.ts';
import type { Settings } from '../../server/settings.ts';
import type { Dns } from './dns.ts';

/** One requirement before going public. */
export interface Check {
  /** What it checks, in a few words. */
  name: string;
  /** It requests the site at its public URL. */
  asksSite?: true;
  /** Returns undefined if it passes. A throw counts as a failure. */
  run(circumstances: Circumstances): Finding[] | Promise<Finding[]>;
}

/** One sentence: what is wrong, why it matters, what to do; or why it could not be looked at. */
export type Finding = { open: string } | { untested: string };

/** Everything the checks depend on, so that tests can replace it. */
export interface Circumstances {
  business: Facts;
  settings: Settings;
  /** The URL that visitors use. */
  site: URL;
  /** Requests that URL. Throws without a response. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The landing page as it was built. */
  builtPage(): string;
  dns: Dns;
  transport: Transport;
  /** The owner's answer to a question; undefined without a terminal. */
  typed(question: string): Promise<string | undefined>;
  now: Date;
  /** Of the disk that holds the requests, in bytes. */
  freeSpace(): number;
  /** When the last backup was made. */
  lastBackup(): Date | undefined;
  /** Whether the clock is set by time servers; nothing when this machine cannot tell. */
  isClockSynchronized(): boolean | undefined;
}

/** What the owner writes into content/business.ts. */
export interface Facts {
  name: string;
  phone: string;
  email: string;
  retentionDays: number;
  agency: { name: string; url: string };
}
