import type { Context } from 'hono';
import * as v from 'valibot';
import type { AlarmLinkAction } from '../../contract/dispatch.ts';
import { ApiError, refuseToken } from '../api-error.ts';
import { formatTimestamp } from '../request-status/status.ts';
import type { StoredDashboard } from '../requests/stored-dashboard.ts';
import { linkAction } from './action-schemas.ts';
import { describeLinkedRequest } from './create-dashboard.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { findKnownRecipient } from './known-recipient.ts';

const linkActionNames: string[] = linkAction.options.map(({ entries }) => entries.action.literal);

/** Whether an action is about a pairing link or an alarm's link. */
export const isLinkAction = ({ action }: Record<string, unknown>) => linkActionNames.includes(String(action));

/** Handles an action about a link. `requireDevice` throws unless the caller is a paired device. */
export async function handleLinkAction(
  c: Context,
  dependencies: DispatchDependencies,
  body: Record<string, unknown>,
  requireDevice: () => Promise<StoredDashboard>,
): Promise<Response> {
  const { success, output: call } = v.safeParse(linkAction, body);
  if (!success) {
    throw new ApiError('invalid');
  }
  const { store } = dependencies;
  switch (call.action) {
    case 'make_link': {
      const { me } = await requireDevice();
      const { token, expiresAt } = await store.asDevice(me.id).createPairing();
      return c.json({ token, expiresAt: formatTimestamp(expiresAt) });
    }
    case 'email_link': {
      // The response doesn't say whether an email will be sent.
      if ((await store.consumeActionLimit({ action: 'pairingEmail', client: '' })) === undefined) {
        dependencies.sendPairingLink((await store.createPairing()).token);
      }
      return c.body(null, 202);
    }
    case 'check_link': {
      const expiresAt = await store.findPairingExpiry(call.token);
      if (expiresAt === undefined) {
        return refuseToken(store, dependencies.readClientIp(c), 'not_found');
      }
      return c.json({ expiresAt: formatTimestamp(expiresAt), recipients: dependencies.recipientNames });
    }
    case 'pair':
      return pair(c, dependencies, call);
    default:
      return handleAlarmLink(c, dependencies, call);
  }
}

interface PairCall {
  token: string;
  retryKey?: string;
  name: string;
  firstName: string;
  recipient?: string;
}

async function pair(c: Context, dependencies: DispatchDependencies, call: PairCall): Promise<Response> {
  const { token, retryKey, name, firstName, recipient } = call;
  const result = await dependencies.store.pairDevice({
    token,
    retryKey,
    name,
    firstName,
    recipient: findKnownRecipient(recipient, dependencies.recipientNames),
  });
  if (result.outcome === 'not_found') {
    return refuseToken(dependencies.store, dependencies.readClientIp(c), 'not_found');
  }
  if (result.outcome !== 'paired') {
    throw new ApiError('too_many_devices');
  }
  if (result.isNew) {
    dependencies.log('device_paired', {});
    dependencies.announceDevice(name);
  }
  return c.json({ key: result.key });
}

/** Handles an alarm's link on a device that isn't paired. */
async function handleAlarmLink(
  c: Context,
  dependencies: DispatchDependencies,
  call: AlarmLinkAction,
): Promise<Response> {
  const { store, onOwnerAction } = dependencies;
  const target = await store.findByTakeToken(call.take);
  if (!target) {
    return refuseToken(store, dependencies.readClientIp(c), 'not_found');
  }
  const { request, hasDetails } = target;
  const { reference } = request;
  if (call.action === 'show_request') {
    return c.json({ request: describeLinkedRequest(request, hasDetails) });
  }
  const result = await store.takeRequest({ reference, by: call.by, device: null, retryKey: call.retryKey });
  if (result.outcome === 'not_found') {
    throw new ApiError('not_found');
  }
  const linkedRequest = describeLinkedRequest(result.request, hasDetails);
  if (result.outcome !== 'succeeded') {
    throw new ApiError(result.outcome, { current: linkedRequest });
  }
  if (result.hasChanged) {
    onOwnerAction(reference, 'take');
  }
  return c.json({ request: linkedRequest });
}
