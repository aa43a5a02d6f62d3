import type { Transport } from '../../server/mail/transport.ts';
import type { Settings } from '../../server/settings.ts';
import type { Dns } from './dns.ts';

/** One thing that must be right before strangers come. */
export interface Check {
  /** What is looked at, in a few words. */
  name: string;
  /** It asks the site at its public address. */
  asksSite?: true;
  /** Gives nothing when all is right. A throw counts as an open point. */
  run(circumstances: Circumstances): Finding[] | Promise<Finding[]>;
}

/** One sentence: what is wrong, why it matters, what to do; or why it could not be looked at. */
export type Finding = { open: string } | { untested: string };

/** All that the checks look at, so that tests can be any of it. */
export interface Circumstances {
  business: Facts;
  settings: Settings;
  /** The address that visitors use. */
  site: URL;
  /** Asks the site at that address. Throws when nothing answers. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The landing page as it was built. */
  builtPage(): string;
  dns: Dns;
  transport: Transport;
  /** What the owner types after a question; nothing when nobody sits there. */
  typed(question: string): Promise<string | undefined>;
  now: Date;
  /** Of the disk that holds the requests, in bytes. */
  freeSpace(): number;
  /** When the last copy of the requests was made. */
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
