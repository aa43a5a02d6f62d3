import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** A client's record of a request: before sending, and after the response. */
export interface LedgerEntry {
  content: string;
  /** Only after acknowledgement. */
  reference?: string;
}

export type Ledger = ReturnType<typeof openLedger>;

/** What clients have sent and been told. In memory: of everything here, this process alone is never killed. */
export function openLedger() {
  const entries = new Map<string, LedgerEntry>();
  return {
    /** By key. */
    entries,
    /** Records a request, sends it, and records the reference if the answer has one. */
    async post<Answer extends { reference?: string } | undefined>(
      key: string,
      fields: ContactRequest,
      send: () => Promise<Answer>,
    ): Promise<Answer> {
      const content = contentOf(fields);
      entries.set(key, { content, ...entries.get(key) });
      const answer = await send();
      if (answer?.reference !== undefined) {
        entries.set(key, { content, reference: answer.reference });
      }
      return answer;
    },
  };
}

export function contentOf(fields: ContactRequest): string {
  return JSON.stringify(fieldNames.map((name) => fields[name]));
}
