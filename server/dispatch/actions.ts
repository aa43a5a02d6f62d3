import * as v from 'valibot';
import { dispatchLimits, etaMinutes, type OwnerAction } from '../../contract/dispatch.ts';

const reference = v.pipe(v.string(), v.length(6));
/** On one line: a line break would let a notice look like two. */
const line = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s+/gu, ' ').trim()),
    v.maxLength(limit),
  );
const requiredLine = (limit: number) => v.pipe(line(limit), v.nonEmpty());
const recipient = v.pipe(v.string(), v.maxLength(200));
/** Every action of a paired phone. What isn't one is refused as a whole. */
export const ownerAction: v.GenericSchema<unknown, OwnerAction> = v.variant('action', [
  v.object({
    action: v.picklist(['take', 'give_back', 'done', 'not_a_customer', 'reopen', 'email_again']),
    reference,
  }),
  v.object({ action: v.literal('on_my_way'), reference, minutes: v.picklist(etaMinutes) }),
  v.pipe(
    v.object({ action: v.literal('erase'), reference, confirm: v.string() }),
    v.check(({ reference: expected, confirm }) => confirm === expected),
  ),
  v.object({ action: v.picklist(['close_network', 'reopen_network']), reference }),
  v.object({ action: v.literal('test_ring'), recipient }),
  v.object({
    action: v.literal('rename'),
    name: requiredLine(dispatchLimits.deviceName),
    firstName: line(dispatchLimits.firstName),
    recipient: v.exactOptional(recipient),
  }),
  v.object({ action: v.literal('remove_device'), id: v.pipe(v.number(), v.integer()) }),
]) as v.GenericSchema<unknown, OwnerAction>;

/** What needs no paired phone, or makes a link for another. */
export const pairingAction = v.variant('action', [
  v.object({ action: v.literal('make_link') }),
  v.object({ action: v.literal('check_link'), token: v.string() }),
  v.object({
    action: v.literal('pair'),
    token: v.string(),
    name: requiredLine(dispatchLimits.deviceName),
    firstName: line(dispatchLimits.firstName),
    recipient: v.exactOptional(recipient),
  }),
  v.object({ action: v.literal('email_link') }),
  v.object({ action: v.literal('show_taken'), take: v.string() }),
  v.object({ action: v.literal('take_by_link'), take: v.string(), by: line(dispatchLimits.firstName) }),
]);
