import type { StoredChange, StoredChangeKind } from './changes.ts';

/** A phone that rings for emergencies. */
export interface OnCallPhone {
  /** As the settings name it, without credentials. */
  recipient: string;
  /** What the owner calls it. */
  label: string;
  isOff: boolean;
}

type ChangeOf<Kind extends StoredChangeKind> = Extract<StoredChange, { kind: Kind }>;

/** The newest counts until another does, even after its end: what it replaced must not come back. */
export function newestOf<Kind extends StoredChangeKind>(
  changes: readonly StoredChange[],
  kind: Kind,
): ChangeOf<Kind> | undefined {
  return changes.find((change): change is ChangeOf<Kind> => change.kind === kind);
}

/** The phones in the order that the owner chose. Each recipient of the settings is there once. */
export function phonesInOrder(
  changes: readonly StoredChange[],
  recipients: readonly string[],
): OnCallPhone[] {
  const chosen = newestOf(changes, 'on_call')?.value.order ?? [];
  const known = chosen.filter(
    ({ recipient }, index) =>
      recipients.includes(recipient) && chosen.findIndex((entry) => entry.recipient === recipient) === index,
  );
  const others = recipients
    .filter((recipient) => !known.some((entry) => entry.recipient === recipient))
    .map((recipient) => ({ recipient, label: recipient, isOff: false }));
  return [...known, ...others];
}

/** Whose phone rings before the others for now: "I'm on until". Times are milliseconds since 1970. */
export function firstPhone(
  changes: readonly StoredChange[],
  recipients: readonly string[],
  at: number,
): { recipient: string; until: number } | undefined {
  const { value, endsAt = null } = newestOf(changes, 'on_until') ?? {};
  const recipient = value?.recipient ?? '';
  const isOn = recipients.includes(recipient) && endsAt !== null && endsAt > at;
  return isOn ? { recipient, until: endsAt } : undefined;
}
