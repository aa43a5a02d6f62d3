import { dispatchWords as words } from '../../content/words/dispatch.ts';
import { type Device, dispatchLimits } from '../../contract/dispatch.ts';
import { FirstNameField } from './FirstNameField.tsx';

const { pairing: text } = words;

interface Props {
  device?: Device;
  /** The recipients of alarms, any of which may be this phone. */
  recipients: readonly string[];
}

/** What a phone is called, who has it, and which alarms ring on it. */
export function DeviceFields({ device, recipients }: Props) {
  return (
    <>
      <div>
        <label className="label" htmlFor="device-name">
          {text.deviceName}
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
        label={text.firstName}
        note={text.firstNameNote}
        defaultValue={device?.firstName}
      />
      {recipients.length > 0 && (
        <div>
          <label className="label" htmlFor="device-recipient">
            {text.recipient}
          </label>
          <select
            id="device-recipient"
            name="recipient"
            className="control"
            defaultValue={device?.recipient ?? ''}
          >
            <option value="">{text.recipientNone}</option>
            {recipients.map((recipient) => (
              <option key={recipient} value={recipient}>
                {recipient}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

export function readDeviceFields(form: HTMLFormElement) {
  const data = new FormData(form);
  const readField = (name: string) => String(data.get(name) ?? '').trim();
  return {
    name: readField('name'),
    firstName: readField('firstName'),
    recipient: readField('recipient') || undefined,
  };
}
