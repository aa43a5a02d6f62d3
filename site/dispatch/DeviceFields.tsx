import { dispatchWords } from '../../content/words/dispatch.ts';
import { type Device, dispatchLimits } from '../../contract/dispatch.ts';
import { createRecipientLabel } from '../../contract/recipient-label.ts';
import { FirstNameField } from './FirstNameField.tsx';

const { pairing: pairingWords } = dispatchWords;

/** The option for a phone that gets no alarms. No recipient has this name. */
const none = 'none';

interface Props {
  device?: Device;
  /** The recipients of alarms. Any of them may be this phone. */
  recipients: readonly string[];
}

/** The fields for a phone's name, its owner's first name, and its alarms. */
export function DeviceFields({ device, recipients }: Props) {
  return (
    <>
      <div>
        <label className="label" htmlFor="device-name">
          {pairingWords.deviceName}
        </label>
        <input
          id="device-name"
          name="name"
          className="control"
          required
          maxLength={dispatchLimits.deviceName}
          defaultValue={device?.name}
        />
      </div>
      <FirstNameField
        id="device-first-name"
        name="firstName"
        label={pairingWords.firstName}
        note={pairingWords.firstNameNote}
        defaultValue={device?.firstName}
      />
      {recipients.length > 0 && (
        <div>
          <label className="label" htmlFor="device-recipient">
            {pairingWords.recipient}
          </label>
          <select
            id="device-recipient"
            name="recipient"
            className="control"
            required
            aria-describedby="device-recipient-note"
            defaultValue={device ? (device.recipient ?? none) : ''}
          >
            {!device && (
              <option value="" disabled>
                {pairingWords.recipientChoose}
              </option>
            )}
            {recipients.map((recipient) => (
              <option key={recipient} value={recipient}>
                {createRecipientLabel(recipient, recipients)}
              </option>
            ))}
            <option value={none}>{pairingWords.recipientNone}</option>
          </select>
          <p id="device-recipient-note" className="note">
            {pairingWords.recipientNote}
          </p>
        </div>
      )}
    </>
  );
}

export function readDeviceFields(form: HTMLFormElement) {
  const data = new FormData(form);
  const readField = (name: string) => String(data.get(name) ?? '').trim();
  const recipient = readField('recipient');
  return {
    name: readField('name'),
    firstName: readField('firstName'),
    recipient: recipient && recipient !== none ? recipient : undefined,
  };
}
