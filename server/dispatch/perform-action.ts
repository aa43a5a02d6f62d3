import type { OwnerAction, SiteState } from '../../contract/dispatch.ts';
import { ApiError } from '../api-error.ts';
import { alarmBudget } from '../paging/paging-channels.ts';
import { type ActionResult, isEnded } from '../requests/act-on-request.ts';
import type { StoredDevice } from '../requests/devices.ts';
import { summarizeRequest } from './create-dashboard.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { findKnownRecipient } from './known-recipient.ts';
import { makeOwnerChange } from './make-owner-change.ts';

/**
 * Carries out a device's action. Throws an ApiError or a DeviceRemovedError if that isn't possible. If the action added
 * a change to the site or the on-call order, returns the change's ID, keyed by its kind. Otherwise returns an empty
 * object.
 */
export async function performAction(
  { store, ...others }: DispatchDependencies,
  me: StoredDevice,
  action: OwnerAction,
): Promise<SiteState['addedChangeIds']> {
  const dependencies = { ...others, store: store.asDevice(me.id) };
  let added: SiteState['addedChangeIds'] = {};
  if ('reference' in action) {
    await handleRequestAction(dependencies, me, action);
  } else if (action.action === 'test_ring') {
    await handleTestRing(dependencies, action.recipient);
  } else if (action.action === 'rename' || action.action === 'remove_device') {
    await changeDevice(dependencies, me, action);
  } else {
    added = await makeOwnerChange(dependencies, me, action);
  }
  dependencies.log('owner_action', { action: action.action, device: me.id });
  return added;
}

type RequestAction = Extract<OwnerAction, { reference: string }>;
type NetworkAction = Extract<RequestAction, { action: 'close_network' | 'reopen_network' }>;

async function handleRequestAction(
  dependencies: DispatchDependencies,
  me: StoredDevice,
  action: RequestAction,
): Promise<void> {
  const { onOwnerAction } = dependencies;
  const { reference } = action;
  if (action.action === 'close_network' || action.action === 'reopen_network') {
    await handleNetworkAction(dependencies, me, action);
    return;
  }
  const result = await runRequestAction(dependencies, me, action);
  if (result.outcome === 'not_found') {
    throw new ApiError('not_found');
  }
  if (result.outcome !== 'succeeded') {
    throw new ApiError(result.outcome, {
      current: summarizeRequest(result.request, { me, networks: {} }),
    });
  }
  if (result.hasChanged) {
    onOwnerAction(reference, action.action);
  }
}

async function handleNetworkAction(
  dependencies: DispatchDependencies,
  me: StoredDevice,
  networkAction: NetworkAction,
): Promise<void> {
  const { store, onOwnerAction } = dependencies;
  const { action, reference } = networkAction;
  const changed =
    action === 'close_network'
      ? await store.closeNetworkRequests({ reference })
      : await store.reopenNetworkRequests({ reference });
  if (changed === 0) {
    await throwUnlessRepeated(dependencies, me, networkAction);
  }
  onOwnerAction(reference, action);
}

/** Throws if no request of a network was closed or reopened, unless the action was repeated after a lost response. */
async function throwUnlessRepeated(
  { store }: DispatchDependencies,
  me: StoredDevice,
  { action, reference }: NetworkAction,
): Promise<void> {
  const request = await store.findWithHistory(reference);
  if (request === undefined) {
    throw new ApiError('not_found');
  }
  if (action === 'reopen_network' && isEnded(request)) {
    throw new ApiError('replaced');
  }
  if (action === 'close_network' && request.closedAt === null) {
    throw new ApiError(isEnded(request) ? 'has_ended' : 'already_taken', {
      current: summarizeRequest(request, { me, networks: {} }),
    });
  }
}

function runRequestAction(
  { store }: DispatchDependencies,
  me: StoredDevice,
  action: Exclude<RequestAction, NetworkAction>,
): Promise<ActionResult> {
  const { reference } = action;
  const actor = { by: me.firstName, device: me.id };
  switch (action.action) {
    case 'take':
      return store.takeRequest({ reference, ...actor });
    case 'on_my_way':
      return store.markOnTheWay({ reference, minutes: action.minutes, ...actor });
    case 'give_back':
      return store.giveBack({ reference, undoes: findUndonePress(me, action.taken) });
    case 'done':
      return store.endRequest({ reference, ending: 'done' });
    case 'not_a_customer':
      return store.endRequest({ reference, ending: 'closed' });
    case 'reopen':
      return store.reopenRequest({ reference });
    case 'email_again':
      return store.emailAgain({ reference });
    case 'erase':
      return store.eraseRequest({ reference });
    default:
      return action satisfies never;
  }
}

/** Returns which press of "I'm taking it" to undo. Undefined if the action isn't an Undo. */
const findUndonePress = ({ id: device }: StoredDevice, taken: string | undefined) =>
  taken === undefined ? undefined : { device, takenAt: Date.parse(taken) };

async function handleTestRing(
  { recipientNames, sendTestRing, store }: DispatchDependencies,
  recipient: string,
): Promise<void> {
  if (!recipientNames.includes(recipient)) {
    throw new ApiError('invalid');
  }
  const result = await sendTestRing(recipient);
  if (result === 'no_slot') {
    throw new ApiError('rings_already', { retryAfterSeconds: testRingRetryAfterSeconds });
  }
  await store.recordTestRing({ recipient, isAccepted: result === 'accepted' });
  if (result === 'failed') {
    throw new ApiError('not_rung', { retryAfterSeconds: 60 });
  }
}

/**
 * How long to wait before another test ring, in seconds. A test ring leaves the last slot to a first mention, so it may
 * have to wait until the recipient's bucket has two. While alarms are due, it may have to wait longer.
 */
const testRingRetryAfterSeconds = (2 * alarmBudget.refillInterval) / 1_000;

type DeviceAction = Extract<OwnerAction, { action: 'rename' | 'remove_device' }>;

async function changeDevice(
  { store, recipientNames }: DispatchDependencies,
  me: StoredDevice,
  action: DeviceAction,
): Promise<void> {
  if (action.action === 'rename') {
    const { name, firstName } = action;
    const recipient = findKnownRecipient(action.recipient, recipientNames);
    await store.updateDevice({ id: me.id, name, firstName, recipient });
    return;
  }
  if ((await store.removeDevice({ id: action.id })) === 'last_device') {
    throw new ApiError('last_device');
  }
}
