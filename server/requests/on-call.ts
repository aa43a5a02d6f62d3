import type { OnCallRecipient } from '../../contract/dispatch.ts';
import { countTurnsBeforeAll } from '../../contract/escalation.ts';
import { stepsBeganAtColumn } from '../queue/claim.ts';
import { computeSteps, type TurnPosition } from '../queue/turns.ts';
import type { RequestChannelData, RequestTransaction } from './channel-data.ts';
import {
  type OwnerChange,
  type OwnerChangeKind,
  type OwnerChangeOf,
  readOwnerChangesOfKind,
} from './owner-changes.ts';

/**
 * Returns the newest change of a kind, even if the change has ended. Skipping ended changes would revive the change
 * that they replaced. `changes` must be newest first, as `readOwnerChangesOfKind` returns them.
 */
export function findNewest<Kind extends OwnerChangeKind>(
  changes: readonly OwnerChange[],
  kind: Kind,
): OwnerChangeOf<Kind> | undefined {
  return changes.find((change): change is OwnerChangeOf<Kind> => change.kind === kind);
}

/**
 * Returns the recipients in the order that the owner chose. Other recipients in the settings follow, with their names
 * as labels.
 */
export function sortOnCallRecipients(
  changes: readonly OwnerChange[],
  recipients: readonly string[],
): OnCallRecipient[] {
  const chosen = findNewest(changes, 'on_call')?.value.order ?? [];
  const current = chosen.filter(
    ({ recipient }, index) =>
      recipients.includes(recipient) && chosen.findIndex((entry) => entry.recipient === recipient) === index,
  );
  const missing = recipients
    .filter((recipient) => !current.some((entry) => entry.recipient === recipient))
    .map((recipient) => ({ recipient, label: recipient, isOff: false }));
  return [...current, ...missing];
}

/** The recipient that rings before the others for now ("I'm on until"). `until` is in milliseconds since 1970. */
interface TemporaryFirstRecipient {
  recipient: string;
  until: number;
}

/**
 * Finds the recipient that rings first at a time. Ignores a change that seems to begin in the future: the clock was
 * ahead, so the recipient would stay first for too long.
 */
export function findTemporaryFirstRecipient(
  changes: readonly OwnerChange[],
  recipients: readonly string[],
  at: number,
): TemporaryFirstRecipient | undefined {
  const { value, beginsAt = 0, endsAt = null } = findNewest(changes, 'on_until') ?? {};
  const recipient = value?.recipient ?? '';
  const isOn = recipients.includes(recipient) && endsAt !== null && beginsAt <= at && endsAt > at;
  return isOn ? { recipient, until: endsAt } : undefined;
}

/** Returns each recipient's position in the owner's order. If the map is empty, the order of the settings applies. */
export async function readTurnPositions(transaction: RequestTransaction): Promise<Map<string, TurnPosition>> {
  const recipients = transaction.channels
    .filter(({ turnTimes }) => turnTimes !== undefined)
    .flatMap((channel) => channel.recipients);
  if (recipients.length < 2) {
    return new Map();
  }
  const changes = [
    ...(await readOwnerChangesOfKind(transaction, 'on_call')),
    ...(await readOwnerChangesOfKind(transaction, 'on_until')),
  ];
  return changes.length === 0 ? new Map() : assignTurns(changes, recipients, transaction.wallTime);
}

/**
 * Assigns the first turn to the temporary first recipient, if there is one. This recipient counts as on. Recipients
 * that are off have no turn, unless all are off.
 */
function assignTurns(
  changes: readonly OwnerChange[],
  recipients: readonly string[],
  at: number,
): Map<string, TurnPosition> {
  const firstRecipient = findTemporaryFirstRecipient(changes, recipients, at)?.recipient;
  const sorted = sortOnCallRecipients(changes, recipients);
  const onCall = sorted.filter(({ recipient, isOff }) => !isOff || recipient === firstRecipient);
  const ringOrder = (onCall.length > 0 ? onCall : sorted).toSorted(
    (one, other) => Number(other.recipient === firstRecipient) - Number(one.recipient === firstRecipient),
  );
  const turnCount = countTurnsBeforeAll(sorted.length, ringOrder.length);
  const positions = new Map(ringOrder.map(({ recipient }, position) => [recipient, position]));
  return new Map(
    recipients.map((recipient) => [
      recipient,
      { position: positions.get(recipient) ?? turnCount, turnCount },
    ]),
  );
}

/** Returns the time until a channel's first step, and the turn of its delivery. */
export function computeFirstStep(
  { steps: [first = 0] = [], turnTimes, recipients: [recipient = ''] }: RequestChannelData,
  positions: ReadonlyMap<string, TurnPosition>,
): { delay: number; position: number | null; turnCount: number | null } {
  const turnPosition = positions.get(recipient);
  if (turnTimes === undefined || turnPosition === undefined) {
    return { delay: first, position: null, turnCount: null };
  }
  return { delay: computeSteps(turnTimes, turnPosition)[0] ?? first, ...turnPosition };
}

/**
 * SQL expression: the time of a delivery's last step. The delivery's own turns decide it, because the owner's order may
 * differ from the order in the settings, and may have changed since.
 */
export const lastStepSql = `deliveries.${stepsBeganAtColumn} + coalesce(deliveries.turns * :turnLength + :lastTimeAfterTurns, :lastStep)`;

/** Returns the parameters of `lastStepSql`. */
export const getLastStepParameters = ({ steps, turnTimes }: RequestChannelData) => ({
  lastStep: steps?.at(-1) ?? 0,
  turnLength: turnTimes?.turnLength ?? 0,
  lastTimeAfterTurns: turnTimes?.timesAfterTurns.at(-1) ?? 0,
});
