import { stepsBeganAtColumn } from '../queue/claim.ts';
import { restartedStep } from '../queue/record-result.ts';
import { toJsonRows } from '../queue/transaction.ts';
import { type ActionResult, actOnRequest, isEnded } from './act-on-request.ts';
import { pagingChannelName, type RequestTransaction, stopOrderChannelName } from './channel-data.ts';
import { addOrReopenDeliveries } from './deliveries.ts';
import { computeFirstStep, getLastStepParameters, lastStepSql, readTurnPositions } from './on-call.ts';
import type { RequestWithHistory } from './request-with-history.ts';

/** A press of "I'm taking it" that a device wants to undo. */
interface TakePress {
  device: number;
  /** Rounded down to a second, because Dispatch gets no milliseconds. */
  takenAt: number;
}

/**
 * Gives a request back, so that nobody is handling it. Its alarms start again from the first step. `undoes`
 * identifies the press that this device wants to undo. Nothing changes if somebody took the request again.
 */
export function giveBack(
  transaction: RequestTransaction,
  { reference, undoes }: { reference: string; undoes?: TakePress | undefined },
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async (_, request) => {
    if (isEnded(request)) {
      return 'has_ended';
    }
    if (request.takenAt === null) {
      return false;
    }
    if (undoes && !isLatestPress(undoes, request)) {
      return 'already_taken';
    }
    await releaseRequest(transaction, request);
    return true;
  });
}

const isLatestPress = ({ device, takenAt }: TakePress, request: RequestWithHistory) =>
  request.takenDevice === device && Math.floor((request.takenAt ?? 0) / 1_000) * 1_000 === takenAt;

/**
 * Releases a request, so that nobody is handling it, and starts its alarms again from the first step. Deletes earlier
 * stop orders, because an unsent one could end the new alarm.
 */
export async function releaseRequest(
  transaction: RequestTransaction,
  request: RequestWithHistory,
): Promise<void> {
  const { requestId } = request;
  await transaction.query(releaseSql, { id: requestId });
  await transaction.query(
    'delete from deliveries where request_id = :requestId and channel = :stopOrderChannelName',
    {
      requestId,
      stopOrderChannelName,
    },
  );
  await restartAlarms(transaction, request);
}

/** Starts the alarms from the first step again, for recipients whose last step has passed. */
export function restartFinishedAlarms(
  transaction: RequestTransaction,
  request: RequestWithHistory,
): Promise<void> {
  return restartAlarms(transaction, request, `${restartAlarmsSql} and ${noStepLeftCondition}`);
}

/** Keeps `taken_by`, because the driver is told who had the request. */
const releaseSql = `
  update requests
  set taken_at = null, taken_device = null, taken_key = null, eta_minutes = null, eta_at = null
  where id = :id`;

async function restartAlarms(
  transaction: RequestTransaction,
  { requestId }: RequestWithHistory,
  sql = restartAlarmsSql,
): Promise<void> {
  const { query, trustedTime, channels } = transaction;
  await addNewRecipients(transaction, { requestId });
  const positions = await readTurnPositions(transaction);
  for (const channel of channels) {
    const { name, recipients } = channel;
    if (name === pagingChannelName) {
      const to = toJsonRows(recipients);
      const { delay, ...position } = computeFirstStep(channel, positions);
      await query(sql, {
        id: requestId,
        channel: name,
        to,
        trustedTime,
        dueAt: trustedTime + delay,
        ...getLastStepParameters(channel),
        ...position,
      });
    }
  }
}

/** Adds the alarms of recipients that are new in PAGE_URL, unless somebody has taken the request. */
export function addNewRecipients(
  transaction: RequestTransaction,
  { requestId }: Pick<RequestWithHistory, 'requestId'>,
): Promise<void> {
  const channels = transaction.channels.filter(({ name }) => name === pagingChannelName);
  return addOrReopenDeliveries({ ...transaction, channels }, 'requests.id = :id', { id: requestId });
}

/**
 * With `restartedStep`, an earlier accepted alarm doesn't count (`notAcceptedYetCondition`). The next recipient then
 * still rings early if this one's service fails.
 */
const restartAlarmsSql = `
  update deliveries
  set state = 'pending', step = case when sends > 0 then ${restartedStep} else 0 end, ${stepsBeganAtColumn} = :trustedTime,
    due_at = :dueAt, delivered_at = null, position = :position, turns = :turnCount
  where request_id = :id and channel = :channel and state in ('pending', 'sent', 'closed')
    and recipient in (select value ->> 0 from json_each(:to))`;

const noStepLeftCondition = `(state = 'sent' or ${lastStepSql} <= :trustedTime)`;
