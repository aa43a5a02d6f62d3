import { minute, second } from '../../server/clock.ts';
import { emailBudget } from '../../server/mail/email-channel.ts';
import { pagingChannelName } from '../../server/requests/channel-data.ts';
import { roundColumn } from '../../server/requests/deliveries.ts';
import type { PostedRequest } from '../../server/requests/save.ts';
import { maxNamed, type PhoneName, phoneNames } from './alarm-invariants.ts';
import type { createAlertChecker } from './alerts.ts';
import type { createFaultyStore } from './faulty-store.ts';
import type { Acknowledged } from './invariants.ts';
import { type createMailServer, emailChannelData } from './mail-server.ts';
import { type createPhones, missingPhoneNumber } from './phones.ts';
import type { createClock } from './simulated-clock.ts';
import type { Postponement } from './timetable.ts';

interface DeadlineDependencies {
  clock: ReturnType<typeof createClock>;
  schedule(after: number, postponement: Postponement, run: () => void): void;
  store: ReturnType<typeof createFaultyStore>;
  mailServer: ReturnType<typeof createMailServer>;
  phones: ReturnType<typeof createPhones>;
  alerts: ReturnType<typeof createAlertChecker>;
  fail(message: string): never;
}

/** The deadline for an email outside a flood. The simulated mail server needs up to two seconds for each address. */
const promptDeadline = 10 * second;

/**
 * During a flood, an emergency from another network must be emailed within this time. If emergencies of more
 * networks wait, each further `unreservedSlots` networks add ten minutes.
 */
const floodDeadline = 20 * minute;
const unreservedSlots = emailBudget.maxRequests - emailBudget.reservedSlots;

/**
 * The deadline for an alert about an emergency that can't be emailed. The alert is due after five minutes, but waits
 * until a phone's bucket has a slot. Alarms about requests come first, so the deadline only applies if at most
 * `maxRinging` of them are pending.
 */
const alertDeadline = 30 * minute;
const maxRinging = 4;

/**
 * The deadline for naming or counting an emergency on a phone whose service works. Half a minute of it is for the
 * service's response.
 */
const mentionDeadline = 8 * minute;

/** The time from the post until the second phone's turn begins. */
const secondPhoneTurnStart = 9 * minute;

/** After this time, retry pauses from an earlier fault are over. */
export const settlingTime = 15 * minute;

/** Selects when a phone counted a request, and whether the request is taken or done. */
const findMentionsSql = `
  select tallied_at as "talliedAt", taken_at is not null or done_at is not null as hasEnded
  from deliveries join requests on requests.id = request_id
  where deliveries.channel = '${pagingChannelName}' and recipient = :recipient and reference = :reference`;

/** Finds the request if it is in the first round, which means that no earlier request from its network delays it. */
const findFirstSql = `select 1 from requests where reference = :reference and ${roundColumn} = 1`;

/** Counts the networks with another emergency that the recipient hasn't received yet. */
const countNetworksBeforeSql = `
  select count(distinct coalesce(network, reference)) as networks
  from deliveries join requests on requests.id = request_id
  where channel = :channel and recipient = :recipient and state in ('pending', 'sending') and sends = 0
    and emergency = 1 and reference <> :reference`;

const countPendingAlarmsSql = `
  select count(*) as count from deliveries where channel = '${pagingChannelName}' and state in ('pending', 'sending')`;

/** Creates a checker of promises that have a deadline. A deadline is checked only if nothing goes wrong before it. */
export function createDeadlineChecker({
  clock,
  schedule,
  store,
  mailServer,
  phones,
  alerts,
  fail,
}: DeadlineDependencies) {
  let disturbances = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const counts = { 'deadlines checked': 0 };

  return {
    counts,
    /** Records that a fault begins or ends. */
    disturb(): void {
      disturbances += 1;
      lastAt = clock.elapsed();
    },
    /** Returns how long ago the last fault began or ended. */
    timeSinceFault: () => clock.elapsed() - lastAt,
    /** Adds the deadlines for a request that a visitor knows is saved. */
    add({ reference, isRefused }: Acknowledged, { fields, honeypotFilled, clientIp }: PostedRequest): void {
      if (fields.service === 'emergency' && !(honeypotFilled && fields.phone === missingPhoneNumber)) {
        expectAlarms(reference, honeypotFilled ?? false);
      }
      if (isRefused || honeypotFilled) {
        return;
      }
      if (
        fields.service === 'emergency' &&
        hasSettled() &&
        phones.condition() === 'good' &&
        fewAlarmsPending()
      ) {
        const isToldOrSent = () => alerts.isOpen('emergency_unsent') || emailed(reference);
        expect(alertDeadline, `${reference} could not be emailed, and no alert was sent`, isToldOrSent);
      }
      if (isMailWorking() && isBudgetFree()) {
        expect(promptDeadline, `${reference} was not emailed promptly`, () => emailed(reference));
      } else if (isMailWorking() && clientIp?.startsWith('203.') && fields.service === 'emergency') {
        const rounds = Math.floor(countNetworks(emailChannelData.name, reference) / unreservedSlots);
        expect(
          floodDeadline + rounds * 10 * minute,
          `${reference}, from an uninvolved network, waited for a flood`,
          () => emailed(reference),
        );
      }
    },
  };

  /** Whether the mail server works, and no fault began or ended lately. */
  function isMailWorking(): boolean {
    return mailServer.condition() === 'good' && hasSettled();
  }

  /** Whether the store works, and no fault began or ended lately. */
  function hasSettled(): boolean {
    return store.condition() === 'good' && clock.elapsed() - lastAt > settlingTime;
  }

  /**
   * Sets two deadlines for an emergency:
   * - By the first, an alarm names or counts the emergency.
   * - By the second, an alarm names the emergency. This deadline is later if more networks come first.
   */
  function expectAlarms(reference: string, honeypotFilled: boolean): void {
    const [first] = phoneNames.filter((name) => phones.conditions[name] === 'good');
    if (first === undefined || !hasSettled()) {
      return;
    }
    // An earlier phone whose service fails only sometimes may get the alarm instead.
    const upTo = (name: PhoneName) => phoneNames.slice(0, phoneNames.indexOf(name) + 1);
    const mentions = (recipient: string) => store.query(findMentionsSql, { reference, recipient })[0];
    // An alarm whose outcome is unknown may not have reached anybody, so it doesn't count.
    const isNamed = (recipient: string) =>
      phones.alarms.some(
        (alarm) => alarm.isAccepted && alarm.recipient === recipient && alarm.references.includes(reference),
      );
    const isTold = (names: readonly PhoneName[]) => () =>
      names.some((recipient) => {
        const row = mentions(recipient);
        return !row || row.hasEnded === 1 || isNamed(recipient) || row.talliedAt !== null;
      });
    // A bucket's last slot isn't for possible spam, so possible spam may wait until two slots are free.
    const untilTold = honeypotFilled ? 2 * mentionDeadline : mentionDeadline;
    expect(untilTold, `no alarm told ${first} about ${reference}`, isTold(upTo(first)));
    if (phones.conditions.ben === 'good') {
      expect(secondPhoneTurnStart + untilTold, `no alarm told ben about ${reference}`, isTold(['ben']));
    }
    // Possible spam is named last, and a network's second request waits for every network's first.
    if (!honeypotFilled && store.query(findFirstSql, { reference }).length > 0) {
      const rounds = Math.floor(countNetworks(pagingChannelName, reference, first) / maxNamed[first]) + 1;
      expect(rounds * mentionDeadline, `no alarm to ${first} named ${reference}`, () =>
        upTo(first).some((recipient) => {
          const row = mentions(recipient);
          return !row || row.hasEnded === 1 || isNamed(recipient);
        }),
      );
    }
  }

  /** Whether the email budget has room: no flood waits, and few requests were emailed in the last ten minutes. */
  function isBudgetFree(): boolean {
    const since = clock.elapsed() - 10 * minute;
    const recent = mailServer.mailbox.slice(-100).filter(({ began }) => began > since);
    return !isFlood() && new Set(recent.map(({ reference }) => reference)).size < 10;
  }

  function countNetworks(
    channel: string,
    reference: string,
    recipient = emailChannelData.recipients[0] ?? '',
  ): number {
    const [row] = store.query(countNetworksBeforeSql, { channel, reference, recipient });
    return Number(row?.networks ?? 0);
  }

  function fewAlarmsPending(): boolean {
    return Number(store.query(countPendingAlarmsSql)[0]?.count) <= maxRinging;
  }

  function isFlood(): boolean {
    const findWaiting = `select distinct request_id from deliveries where channel = '${emailChannelData.name}' and state = 'pending'`;
    return store.query(findWaiting).length >= 5;
  }

  function emailed(reference: string): boolean {
    return emailChannelData.recipients.every((recipient) =>
      mailServer.mailbox.findLast((email) => email.reference === reference && email.recipient === recipient),
    );
  }

  function expect(milliseconds: number, otherwise: string, holds: () => unknown): void {
    const before = disturbances;
    schedule(milliseconds, 'fixed', () => {
      if (disturbances === before) {
        counts['deadlines checked'] += 1;
        if (!holds()) {
          fail(otherwise);
        }
      }
    });
  }
}
