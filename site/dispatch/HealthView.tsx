import { dispatchWords } from '../../content/words/dispatch.ts';
import { type Dashboard, maxDevices } from '../../contract/dispatch.ts';
import type { RecipientHealth } from '../../contract/dispatch-health.ts';
import { ActionButton } from './ActionButton.tsx';
import { useDispatchPage } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { Devices } from './Devices.tsx';
import { findTrouble, fullPercent, hasPhoneFailed, isBackupOld } from './health-trouble.ts';
import { interpolate } from './interpolate.ts';

const { health: healthWords } = dispatchWords;

/** Shows the state of emails, phones, backups, and the disk, the counts of each month, and the paired phones. */
export function HealthView({ dashboard }: { dashboard: Dashboard }) {
  const { now } = useDispatchPage();
  const trouble = findTrouble(dashboard, now);
  return (
    <div className="cols">
      <div>
        <h1 className="title">
          {trouble ? (
            <>
              <span className="fault" aria-hidden="true">
                ▲
              </span>{' '}
              {healthWords.troubles[trouble]}
            </>
          ) : (
            healthWords.allWell
          )}
        </h1>
        <dl className="rows">
          <EmailRow dashboard={dashboard} />
          <PhoneRows dashboard={dashboard} />
          <BackupRow dashboard={dashboard} />
          <DiskRow dashboard={dashboard} />
        </dl>
        <Months dashboard={dashboard} />
      </div>
      <section>
        <h2 className="group">
          {healthWords.devices}{' '}
          <small>
            {interpolate(healthWords.deviceCount, { count: dashboard.devices.length, limit: maxDevices })}
          </small>
        </h2>
        <Devices dashboard={dashboard} />
      </section>
    </div>
  );
}

function State({ isOk, fault }: { isOk: boolean; fault: string }) {
  return (
    <dd className={isOk ? 'state done' : 'state fault'}>
      <span aria-hidden="true">{isOk ? '✓ ' : '▲ '}</span>
      {isOk ? healthWords.ok : fault}
    </dd>
  );
}

function EmailRow({ dashboard: { health } }: { dashboard: Dashboard }) {
  const { now } = useDispatchPage();
  const { state, waiting, lastAcceptedAt } = health.email;
  const { zero, one, other } = healthWords.emailWaiting;
  const waits = waiting === 0 ? zero : waiting === 1 ? one : interpolate(other, { count: waiting });
  const last = lastAcceptedAt
    ? interpolate(healthWords.emailLast, { time: formatTime(lastAcceptedAt, now) })
    : healthWords.emailNone;
  return (
    <div>
      <dt>{healthWords.email}</dt>
      <dd>{state === 'files' ? healthWords.emailFiles : `${last} ${waits}`}</dd>
      <State isOk={state === 'ok'} fault={state === 'ok' ? '' : healthWords.troubles[state]} />
    </div>
  );
}

/** The recipients of alarms (`health.phones`). `Devices` lists the paired phones. */
function PhoneRows({ dashboard: { health, site } }: { dashboard: Dashboard }) {
  const { now, send, isBusy } = useDispatchPage();
  if (health.phones.length === 0) {
    return (
      <div>
        <dt>{healthWords.phones}</dt>
        <dd>{healthWords.phonesNone}</dd>
      </div>
    );
  }
  return health.phones.map((phone) => {
    const { recipient } = phone;
    const label = site.onCall.find((entry) => entry.recipient === recipient)?.label ?? recipient;
    return (
      <div key={recipient}>
        <dt>{label}</dt>
        <dd className={hasPhoneFailed(phone) ? 'fault' : undefined}>
          {hasPhoneFailed(phone) && <span aria-hidden="true">▲ </span>}
          {describePhone(phone, now)}
        </dd>
        <dd className="act">
          <ActionButton
            className="button small"
            isBusy={isBusy}
            aria-label={`${healthWords.testRing}: ${label}`}
            onClick={() =>
              send(
                { action: 'test_ring', recipient },
                interpolate(dispatchWords.confirmations.test_ring, { label }),
                undefined,
                label,
              )
            }
          >
            {healthWords.testRing}
          </ActionButton>
        </dd>
      </div>
    );
  });
}

/** Returns text like "Last alarm at 2:11 AM. Test ring at 3:00 AM." */
function describePhone(phone: RecipientHealth, now: string): string {
  const { lastAcceptedAt, lastFailure, testedAt, testRefusedAt } = phone;
  const lastAlarm = lastAcceptedAt
    ? interpolate(healthWords.phoneLast, { time: formatTime(lastAcceptedAt, now) })
    : healthWords.phoneNever;
  const alarm = lastFailure ? interpolate(healthWords.phoneFailed, { failure: lastFailure }) : lastAlarm;
  const tested = testRefusedAt
    ? interpolate(healthWords.testRefused, { time: formatTime(testRefusedAt, now) })
    : testedAt && interpolate(healthWords.phoneTested, { time: formatTime(testedAt, now) });
  return [alarm, tested].filter(Boolean).join(' ');
}

function BackupRow({ dashboard: { health } }: { dashboard: Dashboard }) {
  const { now } = useDispatchPage();
  if (health.needsBackup) {
    return (
      <div>
        <dt>{healthWords.backup}</dt>
        <dd>{healthWords.backupNone}</dd>
        <State isOk={false} fault={healthWords.backupMissing} />
      </div>
    );
  }
  if (!health.backup) {
    return null;
  }
  const { at, bytes } = health.backup;
  return (
    <div>
      <dt>{healthWords.backup}</dt>
      <dd>{interpolate(healthWords.backupLast, { time: formatTime(at, now), size: formatSize(bytes) })}</dd>
      <State isOk={!isBackupOld(at, now)} fault={healthWords.troubles.backup} />
    </div>
  );
}

function DiskRow({ dashboard: { health } }: { dashboard: Dashboard }) {
  if (!health.disk) {
    return null;
  }
  const { freeBytes, usedPercent } = health.disk;
  return (
    <div>
      <dt>{healthWords.disk}</dt>
      <dd>{interpolate(healthWords.diskFree, { size: formatSize(freeBytes) })}</dd>
      <State
        isOk={usedPercent < fullPercent}
        fault={interpolate(healthWords.diskUsed, { percent: usedPercent })}
      />
    </div>
  );
}

/** Returns a size like "4.1 MB". As on phones, 1 MB is 1,000,000 bytes. */
function formatSize(bytes: number): string {
  const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const unit = units[power - 1] ?? 'kilobyte';
  const format = new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / 1_000 ** power);
}

/** Monthly counts, which remain after the requests are deleted. */
function Months({ dashboard: { health } }: { dashboard: Dashboard }) {
  if (health.months.length === 0) {
    return null;
  }
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return (
    <section>
      <h2 className="group">{healthWords.months}</h2>
      <div className="panel months">
        <table>
          <thead>
            <tr>
              <th scope="col">{healthWords.month}</th>
              <th scope="col">{healthWords.monthRequests}</th>
              <th scope="col">{healthWords.monthEmergencies}</th>
              <th scope="col">{healthWords.monthTaken}</th>
            </tr>
          </thead>
          <tbody>
            {health.months.map((counted) => (
              <tr key={counted.month}>
                <th scope="row">{month.format(new Date(`${counted.month}-01T00:00:00Z`))}</th>
                <td>{counted.requests}</td>
                <td>{counted.emergencies}</td>
                <td>{counted.takenIn15}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note">{healthWords.monthsNote}</p>
    </section>
  );
}
