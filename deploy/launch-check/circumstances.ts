import type { Transport } from '../../server/mail/transport.ts';
import type { Settings } from '../../server/settings.ts';
import type { Dns } from './dns.ts';

/** One requirement before going public. */
export interface Check {
  /** What it checks, in a few words. */
  name: string;
  /** Set if it sends requests to the site's public URL. */
  asksSite?: true;
  /** Returns no findings if it passes. A throw counts as a failure. */
  run(circumstances: Circumstances): Finding[] | Promise<Finding[]>;
}

/** One sentence: what is wrong, why it matters and what to do, or why it could not be checked. */
export type Finding = { open: string } | { untested: string };

/** Everything the checks depend on, so that tests can replace it. */
export interface Circumstances {
  business: Facts;
  settings: Settings;
  /** The URL that visitors use. */
  site: URL;
  /** Requests a path of the site. Throws if there is no response. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The landing page from the last build. */
  builtPage(): string;
  dns: Dns;
  transport: Transport;
  /** The owner's answer to a question; undefined without a terminal. */
  typed(question: string): Promise<string | undefined>;
  /** What the owner has answered for, with the date, in the data folder. */
  answerBook: AnswerBook;
  now: Date;
  /** On the disk that holds the requests, in bytes. */
  freeSpace(): number;
  /** When the last backup was made. */
  lastBackup(): Date | undefined;
  /** Whether time servers set the clock; undefined if this machine cannot tell. */
  isClockSynchronized(): boolean | undefined;
}

/** The owner's answers, by what they confirm. */
export type Answers = Record<string, { answer: string; date: string }>;

export interface AnswerBook {
  read(): Answers;
  write(answers: Answers): void;
}

/** What the owner sets in content/business.ts. */
export interface Facts {
  name: string;
  phone: string;
  email: string;
  retentionDays: number;
  privacySince: string;
  claims: { yearsOfExperience: number; clients: number | ''; hoursSaved: number | '' };
  agency: { name: string; url: string };
}
