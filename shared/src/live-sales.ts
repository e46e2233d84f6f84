// The live contract of sales: the state of a sale that its watchers get with each change. The sale's texts, viewings
// and lots are read over REST. Loaded by the server and its tests; browsers may import only types.
import * as z from "zod/mini";
import { says, strict, time, version } from "./live-shapes.ts";
import { saleSchema } from "./rest/sales.ts";

const { title, status, isPaused, isOver, termsVersion } = saleSchema.shape;

export const saleStateShape = strict(
  {
    ...{ _id: z.string(), title, status, isPaused, isOver, termsVersion },
    opensAt: z.nullable(time),
    closesAt: time,
    revision: version,
  },
  {
    _id: "The sale's id.",
    title: "What the sale is called.",
    status: "`draft` is seen by staff alone.",
    isPaused: "Whether the staff paused the whole sale.",
    isOver: "True once no lot is left to open or to close.",
    termsVersion: "Grows when the terms change, which are then to be accepted again.",
    opensAt: "When bidding opens; null: when the sale was published.",
    closesAt: "When the first lot was planned to close, with all shifts and pauses since.",
    revision: "Grows with each change that the staff make.",
  },
);
export type SaleState = z.infer<typeof saleStateShape>;

export const saleChangedSchema = z.strictObject({
  saleId: says(z.string(), "Which sale."),
  sale: says(
    saleStateShape,
    "As it is now. Drop it if you have a greater `revision`, or the same one with a later `serverTime`.",
  ),
  serverTime: says(time, "The database's clock before the sale was read."),
});
