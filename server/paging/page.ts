import type { Answer } from './call.ts';

/** Somebody to ring, as one URL of PAGE_URL names them. */
export interface Recipient {
  /** Stable, and without credentials: stored with each delivery. */
  name: string;
  /** Whether anybody who knows the name can read its pages. */
  isPublic?: boolean;
  /** Whether the service repeats a page by itself until somebody reacts. */
  repeatsItself?: boolean;
  /** Never throws. Stops as soon as `signal` aborts. */
  send(page: Page, signal: AbortSignal): Promise<Answer>;
  /** Ends the service's own repeating of pages about a request. */
  cancel?(reference: string, signal: AbortSignal): Promise<Answer>;
}

/** What one page says, about up to five requests or about the server itself. */
export interface Page {
  /** The same when a page is sent again, because it may not have arrived. */
  id: string;
  /** For programs: "emergency", "request", or the name of an alert. */
  event: string;
  /** Whether it rings through Do Not Disturb, where that is allowed. */
  isUrgent: boolean;
  title: string;
  text: string;
  requests: readonly PagedRequest[];
  at: Date;
}

/** The visitor's text is cut, and phones make no link of it. */
export interface PagedRequest {
  reference: string;
  service: string;
  /** These four are absent if PAGE_DETAILS is off. */
  phone?: string;
  /** A `tel:` link, if there is a number in what was typed. */
  call?: string | undefined;
  /** A town, or a link to a map. */
  place?: string | undefined;
  message?: string;
  acknowledgeUrl: string;
}

/** "EMERGENCY 832-555-0188 Near Katy" */
export function headOf({ service, phone, place }: PagedRequest): string {
  return [service, phone, place].filter(Boolean).join(' ');
}
