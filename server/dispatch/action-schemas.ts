import * as v from 'valibot';
import { languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import {
  dispatchLimits,
  etaMinutes,
  extraMinutes,
  maxNoticeDays,
  maxShopHoursLines,
  type OwnerAction,
} from '../../contract/dispatch.ts';
import { referenceLength } from '../../contract/request-status.ts';
import { day } from '../clock.ts';
import { removeInvisibleCharacters } from '../text/text.ts';

const reference = v.pipe(v.string(), v.length(referenceLength));
/** Creates the schema of a single line. Replaces line breaks with spaces, and removes invisible characters. */
const line = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => removeInvisibleCharacters(text.replace(/\s+/gu, ' ')).trim()),
    v.maxLength(limit),
  );
const requiredLine = (limit: number) => v.pipe(line(limit), v.nonEmpty());
const recipient = v.pipe(v.string(), v.maxLength(200));
const time = v.pipe(v.string(), v.isoTimestamp());
const id = v.pipe(v.number(), v.integer());

const clockTime = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
const shopHours = v.pipe(
  v.object({
    days: v.pipe(v.string(), v.regex(/^(?:Mo|Tu|We|Th|Fr|Sa|Su)-(?:Mo|Tu|We|Th|Fr|Sa|Su)$/)),
    opens: clockTime,
    closes: clockTime,
  }),
  v.check(({ opens, closes }) => opens !== closes),
);

/** A notice needs text in every language, so that all readers understand it. */
const noticeTexts = v.object(
  Object.fromEntries(
    Object.keys(languages).map((language) => [language, requiredLine(dispatchLimits.notice)]),
  ),
);
const measureDuration = ({ begins, ends }: { begins: string; ends: string }) =>
  Date.parse(ends) - Date.parse(begins);

const ownerChangeActions = [
  v.pipe(
    v.object({ action: v.literal('notice'), text: noticeTexts, begins: time, ends: time }),
    v.check((notice) => measureDuration(notice) > 0 && measureDuration(notice) <= maxNoticeDays * day),
  ),
  v.object({
    action: v.literal('extra_minutes'),
    city: v.picklist(serviceAreas.map(({ city }) => city)),
    minutes: v.picklist(extraMinutes),
    until: time,
  }),
  v.object({
    action: v.literal('shop_hours'),
    lines: v.pipe(v.array(shopHours), v.maxLength(maxShopHoursLines)),
    replaces: v.exactOptional(id),
  }),
  v.object({
    action: v.literal('on_call'),
    order: v.pipe(
      v.array(
        v.object({
          recipient,
          label: v.exactOptional(requiredLine(dispatchLimits.label)),
          isOff: v.boolean(),
        }),
      ),
      v.maxLength(20),
    ),
    replaces: v.exactOptional(id),
  }),
  v.object({ action: v.literal('on_until'), until: time }),
  v.object({ action: v.literal('hand_over') }),
  v.object({ action: v.literal('take_down'), id }),
  v.object({
    action: v.literal('undo'),
    kind: v.picklist(['notice', 'extra_minutes', 'shop_hours', 'on_call', 'on_until']),
    id,
  }),
] as const;

export type OwnerChangeActionName = v.InferOutput<(typeof ownerChangeActions)[number]>['action'];

/** Every action of a paired device, except `make_link`. A call that doesn't match any action is rejected entirely. */
export const ownerAction: v.GenericSchema<unknown, OwnerAction> = v.variant('action', [
  v.object({
    action: v.picklist(['take', 'done', 'not_a_customer', 'reopen', 'email_again']),
    reference,
  }),
  v.object({ action: v.literal('give_back'), reference, taken: v.exactOptional(time) }),
  v.object({ action: v.literal('on_my_way'), reference, minutes: v.picklist(etaMinutes) }),
  v.pipe(
    v.object({ action: v.literal('erase'), reference, confirm: v.string() }),
    v.check(({ reference: expected, confirm }) => confirm === expected),
  ),
  v.object({ action: v.picklist(['close_network', 'reopen_network']), reference }),
  ...ownerChangeActions,
  v.object({ action: v.literal('test_ring'), recipient }),
  v.object({
    action: v.literal('rename'),
    name: requiredLine(dispatchLimits.deviceName),
    firstName: line(dispatchLimits.firstName),
    recipient: v.exactOptional(recipient),
  }),
  v.object({ action: v.literal('remove_device'), id }),
]) as v.GenericSchema<unknown, OwnerAction>;

/** A retry's key: at least 128 random bits in hexadecimal. */
const retryKey = v.exactOptional(v.pipe(v.string(), v.regex(/^[\da-f]{32,64}$/)));

/** Every action about a pairing link or an alarm's link. */
export const linkAction = v.variant('action', [
  v.object({ action: v.literal('make_link') }),
  v.object({ action: v.literal('check_link'), token: v.string() }),
  v.object({
    action: v.literal('pair'),
    token: v.string(),
    retryKey,
    name: requiredLine(dispatchLimits.deviceName),
    firstName: line(dispatchLimits.firstName),
    recipient: v.exactOptional(recipient),
  }),
  v.object({ action: v.literal('email_link') }),
  v.object({ action: v.literal('show_request'), take: v.string() }),
  v.object({
    action: v.literal('take_by_link'),
    take: v.string(),
    by: line(dispatchLimits.firstName),
    retryKey,
  }),
]);
