import type { Dashboard, DashboardRequest, RequestDetails } from '../../contract/dispatch.ts';

/** Shortly after 2 AM in Texas. */
const now = '2026-11-28T08:12:40Z';
const later = '2026-11-28T14:00:00Z';

const ringing: DashboardRequest = {
  reference: '7KQ2MA',
  serviceName: 'Emergency Repair',
  isEmergency: true,
  language: 'es',
  name: 'Ramona Díaz',
  place: 'I-10 mile 740, Katy',
  message: 'Perdió todo el refrigerante, vapor blanco.',
  phone: '832-555-0188',
  tel: 'tel:+18325550188',
  isPossibleSpam: false,
  state: 'ringing',
  receivedAt: '2026-11-28T08:06:00Z',
  rung: { times: 3, firstAt: '2026-11-28T08:06:10Z', lastAt: '2026-11-28T08:12:00Z', nextAt: later },
  isEmailed: true,
  sameNetworkCount: 6,
};

const taken = { at: '2026-11-28T07:30:00Z', by: 'Ben', isMine: false, hasDevice: true };
const eta = { minutes: 20, saidAt: '2026-11-28T07:32:00Z', until: '2026-11-28T07:52:00Z' };

/** A dashboard with an example of everything that Dispatch shows. */
export const exampleDashboard: Dashboard = {
  now,
  askAgain: 30,
  me: {
    id: 1,
    name: "Alex's phone",
    firstName: 'Alex',
    recipient: 'ntfy.sh/alex',
    pairedAt: '2026-11-19T08:00:00Z',
    seenAt: now,
  },
  open: [
    ringing,
    { ...ringing, reference: 'B3XN9T', place: undefined, isEmailed: false, isPossibleSpam: true },
    { ...ringing, reference: 'K8MWPD', state: 'taken', taken },
    { ...ringing, reference: 'QW3RTY', state: 'on_the_way', taken, eta },
  ],
  more: 12,
  ended: [
    { ...ringing, reference: 'HH4PQR', state: 'done', taken },
    { ...ringing, reference: 'CNC234', state: 'canceled' },
    { ...ringing, reference: 'ZZZ9QQ', state: 'erased', message: '', place: undefined },
  ],
  site: {
    notice: {
      id: 5,
      text: { en: 'Ice on bridges.', es: 'Hielo en los puentes.' },
      begins: now,
      ends: later,
    },
    planned: { id: 6, text: { en: 'Closed.', es: 'Cerrado.' }, begins: later, ends: '2026-12-02T14:00:00Z' },
    laterPlanned: [
      {
        id: 7,
        text: { en: 'Holiday.', es: 'Día festivo.' },
        begins: '2026-12-24T06:00:00Z',
        ends: '2026-12-26T06:00:00Z',
      },
    ],
    extraMinutes: { Houston: { minutes: 30, until: later } },
    shopHours: [{ days: 'Mo-Fr', opens: '08:00', closes: '17:00' }],
    shopHoursId: 3,
    onCall: [
      { recipient: 'ntfy.sh/alex', label: 'Alex', isOff: false },
      { recipient: 'ntfy.sh/night', label: 'Night phone', isOff: true },
    ],
    onCallId: 4,
    firstUntil: { recipient: 'ntfy.sh/alex', until: later },
    addedChangeIds: { notice: 5 },
  },
  health: {
    email: { state: 'late', waiting: 3, lastAcceptedAt: now },
    phones: [
      { recipient: 'ntfy.sh/alex', lastAcceptedAt: now, testedAt: now },
      { recipient: 'ntfy.sh/night', lastFailure: 'refused 404' },
    ],
    backup: { at: now, bytes: 4_100_000 },
    disk: { freeBytes: 1_000_000_000, usedPercent: 91 },
    months: [{ month: '2026-11', requests: 61, emergencies: 38, takenIn15: 35 }],
  },
  devices: [
    { id: 1, name: "Alex's phone", firstName: 'Alex', pairedAt: '2026-11-19T08:00:00Z', seenAt: now },
    { id: 2, name: 'Shop iPad', firstName: '', pairedAt: '2026-11-19T08:00:00Z', seenAt: now },
  ],
};

export const exampleDetails: RequestDetails = {
  ...ringing,
  email: 'ramona@example.com',
  map: 'https://maps.example/?q=29.78,-95.75',
  sms: 'sms:+18325550188',
  deletedOn: '2026-12-28T06:00:00Z',
};
