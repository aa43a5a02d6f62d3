/** A thread that reads which requests in a file are undelivered, because `node:sqlite` blocks its thread. */
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(String(workerData), { readOnly: true });
const rows = database
  .prepare(
    "select reference from requests join outbox_messages on request_id = requests.id where state <> 'sent'",
  )
  .all();
database.close();
(parentPort as MessagePort).postMessage(rows.map(({ reference }) => String(reference)));
