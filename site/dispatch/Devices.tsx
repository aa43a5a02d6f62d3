import { type FormEvent, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard, Device } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { useDispatchPage } from './actions.tsx';
import { formatDay, formatTime } from './clock-times.ts';
import { DeviceFields, readDeviceFields } from './DeviceFields.tsx';
import { Dialog } from './Dialog.tsx';
import { interpolate } from './interpolate.ts';

const { health: healthWords } = dispatchWords;

/** The paired phones, with buttons to remove them, to change this phone's details, and to pair another phone. */
export function Devices({ dashboard }: { dashboard: Dashboard }) {
  const [isEditing, setEditing] = useState(false);
  const [removing, setRemoving] = useState<Device>();
  const { now, send, isBusy } = useDispatchPage();

  async function editDevice(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const details = readDeviceFields(event.currentTarget);
    if (await send({ action: 'rename', ...details }, dispatchWords.confirmations.rename)) {
      setEditing(false);
    }
  }

  return (
    <>
      <dl className="rows">
        {dashboard.devices.map((device) => {
          const isThis = device.id === dashboard.me.id;
          return (
            <div key={device.id}>
              <dt>{device.name}</dt>
              <dd>
                {isThis
                  ? interpolate(healthWords.thisPhone, { date: formatDay(device.pairedAt) })
                  : interpolate(healthWords.lastSeen, { time: formatTime(device.seenAt, now) })}
              </dd>
              <dd className="act row">
                {isThis && (
                  <button
                    type="button"
                    className="button small"
                    aria-label={`${healthWords.change}: ${device.name}`}
                    onClick={() => setEditing(true)}
                  >
                    {healthWords.change}
                  </button>
                )}
                <button
                  type="button"
                  className="button small"
                  aria-label={`${healthWords.remove}: ${device.name}`}
                  onClick={() => setRemoving(device)}
                >
                  {healthWords.remove}
                </button>
              </dd>
            </div>
          );
        })}
      </dl>
      <a className="button whole" href="#pair-another">
        {healthWords.pairAnother}
      </a>
      <Dialog isOpen={isEditing} title={dashboard.me.name} onClose={() => setEditing(false)}>
        <form className="stack" onSubmit={editDevice}>
          <DeviceFields
            device={dashboard.me}
            recipients={dashboard.health.phones.map(({ recipient }) => recipient)}
          />
          <ActionButton type="submit" className="button solid big whole" isBusy={isBusy}>
            {dispatchWords.pairing.save}
          </ActionButton>
        </form>
      </Dialog>
      <Dialog
        isOpen={removing !== undefined}
        title={interpolate(healthWords.removeTitle, { name: removing?.name ?? '' })}
        onClose={() => setRemoving(undefined)}
      >
        <p>{healthWords.removeText}</p>
        <div className="row grow">
          <button type="button" className="button" onClick={() => setRemoving(undefined)}>
            {dispatchWords.pairing.cancel}
          </button>
          <ActionButton
            className="button solid"
            isBusy={isBusy}
            onClick={() => {
              setRemoving(undefined);
              if (removing) {
                const confirmation = interpolate(dispatchWords.confirmations.remove_device, {
                  name: removing.name,
                });
                send({ action: 'remove_device', id: removing.id }, confirmation);
              }
            }}
          >
            {healthWords.remove}
          </ActionButton>
        </div>
      </Dialog>
    </>
  );
}
