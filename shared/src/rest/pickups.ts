// Schemas of the REST calls on pickup slots: the times at which buyers collect their lots.
import * as z from "zod/mini";
import { currencies } from "../money.ts";
import { SALE_PLACE_MAX } from "../sale-limits.ts";
import { id, line } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { when } from "./common.ts";
import { settlementSchema, settlementStatuses } from "./settlements.ts";

export const pickupSlotSchema = z.object({ startsAt: wireTime, endsAt: wireTime, place: z.string() });
export type PickupSlot = z.infer<typeof pickupSlotSchema>;

const named = z.object({ _id: z.string(), title: z.string() });
const lotShape = {
  /** The settlement's id. */
  _id: z.string(),
  auction: named,
  /** The number in the sale ("12A"); null without a sale. */
  lot: z.nullable(z.string()),
};

/** The lots of one sale that the caller paid for and has not collected; or those that are in no sale. */
const pickupSchema = z.object({
  sale: z.nullable(named),
  lots: z.array(
    z.object({
      ...lotShape,
      isReady: z.boolean(),
      /** It was paid after the slot was chosen, and joined it. */
      isAdded: z.boolean(),
    }),
  ),
  /** The code to show for the lots that are ready; null: none is. */
  code: z.nullable(z.string()),
  /** The chosen slot; null: none. */
  slot: z.nullable(pickupSlotSchema),
  /** False while there is no slot to choose from. */
  hasSlots: z.boolean(),
  /** False until a lot is ready, and from some hours before the chosen slot until its end. */
  canChoose: z.boolean(),
  /** The slots with a free place, the earliest first; none while nothing can be chosen. */
  offered: z.array(pickupSlotSchema),
});
export type Pickup = z.infer<typeof pickupSchema>;
export const pickupsAnswer = z.object({ pickups: z.array(pickupSchema) });

export const choosePickupBody = z.strictObject({
  /** Null: for the lots that are in no sale. */
  saleId: z.nullable(id),
  startsAt: when,
  place: line(1, SALE_PLACE_MAX),
});
export type ChoosePickupBody = z.infer<typeof choosePickupBody>;

export const dayPickupsParams = z.object({ date: z.iso.date() });
/** A buyer who can collect the lots of one sale, or lots without a sale. */
const readyShape = {
  sale: z.nullable(named),
  buyer: settlementSchema.shape.buyer,
  /** The buyer's short number in the sale, as on labels and packing lists. Absent without a sale, and on older servers. */
  number: z.exactOptional(z.int()),
  /** In the order of their numbers. */
  lots: z.array(
    z.object({
      ...lotShape,
      /** `open`: not paid yet. */
      status: z.enum(settlementStatuses),
      pickup: settlementSchema.shape.pickup,
    }),
  ),
  /** What is due on all lots of the buyer, also in other sales, for each currency. Absent on older servers. */
  owed: z.exactOptional(z.array(z.object({ currency: z.enum(currencies), amount: z.number() }))),
};
const readySchema = z.object(readyShape);
export type ReadyBuyer = z.infer<typeof readySchema>;
/** A buyer who comes: the lots that are paid for, and those that are still due. */
const comingSchema = z.object({ slot: pickupSlotSchema, ...readyShape });
export type ComingBuyer = z.infer<typeof comingSchema>;
/** At most so many next days are listed. */
export const PICKUP_DAYS_MAX = 7;
/** At most so many lots of buyers without a slot are listed. */
export const READY_LOTS_MAX = 500;
export const dayPickupsAnswer = z.object({
  date: z.string(),
  /** The buyers, in the order of their slots, and of their numbers within a slot. */
  coming: z.array(comingSchema),
  /** The next days with such buyers, and how many come. Absent on older servers. */
  nextDays: z.exactOptional(z.array(z.object({ date: z.string(), buyers: z.int() }))),
  /**
   * On whatever day: the buyers whose lots are ready, and who chose no slot of today or later, in the order of their names.
   * Absent on older servers.
   */
  withoutSlot: z.exactOptional(z.array(readySchema)),
});
export type DayPickups = z.infer<typeof dayPickupsAnswer>;
