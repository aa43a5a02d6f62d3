import type {
  Dashboard,
  DashboardRequest,
  Device,
  LinkedRequest,
  RequestDetails,
} from '../../contract/dispatch.ts';
import type { DispatchHealth } from '../../contract/dispatch-health.ts';
import { mailLateAfter } from '../alerts/health.ts';
import { getOnCall, getSiteState } from '../live-changes/site-state.ts';
import { extractDetails, shortenForAlarm } from '../paging/alarm.ts';
import {
  formatOptionalTime,
  formatTimestamp,
  getEta,
  pollSeconds,
  summarizeRings,
} from '../request-status/status.ts';
import type { StoredDevice } from '../requests/devices.ts';
import { getEndedAt, getRequestState, type RequestWithHistory } from '../requests/request-with-history.ts';
import type { StoredDashboard } from '../requests/stored-dashboard.ts';
import { createDialLink, formatWithDashes } from '../text/dial-link.ts';
import { createMapLink, createSmsLink, findServiceLabel, removeInvisibleCharacters } from '../text/text.ts';
import type { DispatchDependencies } from './dependencies.ts';

interface DashboardDependencies extends Pick<DispatchDependencies, 'recipientNames' | 'sendsEmail'> {
  disk?: DispatchHealth['disk'];
  /** Whether the server's owner has to make backups. */
  needsBackups?: boolean;
}

/** Builds the dashboard for the owner's page from stored data. */
export function createDashboard(stored: StoredDashboard, dependencies: DashboardDependencies): Dashboard {
  const open = stored.open.map((request) => summarizeRequest(request, stored));
  // These states may change at any moment.
  const isRinging = open.some(({ state }) => state === 'ringing' || state === 'unanswered');
  return {
    now: formatTimestamp(stored.wallTime),
    askAgain: isRinging ? pollSeconds.untaken : pollSeconds.taken,
    me: describeDevice(stored.me, dependencies.recipientNames),
    open,
    more: Math.max(0, stored.openCount - open.length),
    ended: stored.ended.map((request) => summarizeRequest(request, stored)),
    site: {
      ...getSiteState(stored.changes, stored.wallTime),
      ...getOnCall(stored, dependencies.recipientNames, stored.wallTime),
      addedChangeIds: {},
    },
    health: describeHealth(stored, dependencies),
    devices: stored.devices.map((device) => describeDevice(device, dependencies.recipientNames)),
  };
}

/** Describes a paired device. A recipient that is no longer in PAGE_URL counts as none. */
function describeDevice(
  { id, name, firstName, recipient, pairedAt, seenAt }: StoredDevice,
  recipientNames: readonly string[],
): Device {
  return {
    id,
    name,
    firstName,
    recipient: recipientNames.find((known) => known === recipient),
    pairedAt: formatTimestamp(pairedAt),
    seenAt: formatTimestamp(seenAt),
  };
}

/** Returns a request for the list. The visitor's texts are shortened as in alarms. */
export function summarizeRequest(
  request: RequestWithHistory,
  { me, networks }: { me: Pick<StoredDevice, 'id'> | undefined; networks: Record<string, number> },
): DashboardRequest {
  const { reference, fields, language, takenAt, takenBy, takenDevice } = request;
  const { tel, phone, place, message } = extractDetails({ reference, fields, language });
  return {
    reference,
    name: shortenForAlarm(fields.name),
    serviceName: findServiceLabel(fields.service),
    isEmergency: request.emergency,
    language,
    place,
    message,
    phone,
    tel,
    isPossibleSpam: request.honeypotFilled,
    state: getRequestState(request),
    receivedAt: formatTimestamp(request.receivedAt.getTime()),
    rung: summarizeRings(request),
    taken:
      takenAt === null
        ? undefined
        : {
            at: formatTimestamp(takenAt),
            by: takenBy || undefined,
            isMine: me !== undefined && takenDevice === me.id,
            hasDevice: takenDevice !== null,
          },
    eta: getEta(request),
    endedAt: formatOptionalTime(getEndedAt(request)),
    isEmailed: request.emailedAt !== null,
    sameNetworkCount: request.network === null ? 1 : (networks[request.network] ?? 1),
  };
}

/** Returns a request for an alarm's link. Visitors' texts are left out if the alarm had no details. */
export function describeLinkedRequest(request: RequestWithHistory, hasDetails: boolean): LinkedRequest {
  const listed = summarizeRequest(request, { me: undefined, networks: {} });
  const { reference, serviceName, state, rung, taken, eta, endedAt } = listed;
  const summary = { reference, serviceName, state, rung, taken, eta, endedAt };
  if (!hasDetails) {
    return { ...summary, message: '', phone: '' };
  }
  const { place, message, tel, phone } = listed;
  // The page shows a number only as a link that dials it.
  return { ...summary, place, message, tel, phone: tel ? phone : '' };
}

/** Returns a request with all its details. `toBeDeletedAt` is roughly when the store will delete it. */
export function describeDetails(
  request: RequestWithHistory,
  stored: Parameters<typeof summarizeRequest>[1],
  toBeDeletedAt: number | undefined,
): RequestDetails {
  const { fields, language, reference } = request;
  const tel = createDialLink(fields.phone);
  return {
    ...summarizeRequest(request, stored),
    name: removeInvisibleCharacters(fields.name),
    email: removeInvisibleCharacters(fields.email),
    phone: tel ? formatWithDashes(tel) : removeInvisibleCharacters(fields.phone),
    message: removeInvisibleCharacters(fields.message),
    map: createMapLink(fields.message),
    sms: tel && createSmsLink(tel, language, reference),
    deletedOn: toBeDeletedAt === undefined ? undefined : formatTimestamp(toBeDeletedAt),
  };
}

function describeHealth(
  { email, recipients, testRings, months, backup }: StoredDashboard,
  dependencies: DashboardDependencies,
): DispatchHealth {
  return {
    email: {
      state: describeEmail(email, dependencies.sendsEmail),
      waiting: email.waiting,
      lastAcceptedAt: formatOptionalTime(email.lastAcceptedAt),
    },
    phones: dependencies.recipientNames.map((recipient) => {
      const history = recipients.find((candidate) => candidate.recipient === recipient);
      const test = testRings.find((ring) => ring.recipient === recipient);
      const isTestedSince = test !== undefined && test.at > (history?.lastTriedAt ?? 0);
      const testFailed = isTestedSince && test.isAccepted === 0;
      return {
        recipient,
        lastAcceptedAt: formatOptionalTime(history?.lastAcceptedAt ?? null),
        lastFailure: isTestedSince ? undefined : getFailure(history?.lastResult ?? null),
        testedAt: formatOptionalTime(test?.isAccepted === 1 ? test.at : null),
        testRefusedAt: formatOptionalTime(testFailed ? test.at : null),
      };
    }),
    backup: backup.at === null ? undefined : { at: formatTimestamp(backup.at), bytes: backup.bytes ?? 0 },
    needsBackup: backup.at === null && dependencies.needsBackups ? true : undefined,
    disk: dependencies.disk,
    months: [...months],
  };
}

function describeEmail(
  email: StoredDashboard['email'],
  sendsEmail: boolean,
): DispatchHealth['email']['state'] {
  if (!sendsEmail) {
    return 'files';
  }
  if (email.refused > 0) {
    return 'refused';
  }
  return email.waiting > 0 && email.longestWait >= mailLateAfter ? 'late' : 'ok';
}

/** Returns the outcome and the service's code, like "refused 400", if the latest alarm wasn't accepted. */
function getFailure(result: string | null): string | undefined {
  return result === null || result.startsWith('accepted') ? undefined : result;
}
