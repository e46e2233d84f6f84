// Live commands and the event of sales. The sale's texts, viewings and lots are read over REST.
import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import { refusal } from "../errors.ts";
import { says, strict, time, version } from "../live-shapes.ts";
import { saleSchema } from "../rest/sales.ts";
import { WATCH } from "./costs.ts";
import { liveCommand, liveEvent } from "./live.ts";
import * as field from "./live-fields.ts";
import { always } from "./refusals.ts";
import { serverTime, slower } from "./samples.ts";

const { title, status, isPaused, isOver, termsVersion } = saleSchema.shape;

export const saleStateShape = strict(
  {
    _id: z.string(),
    title,
    status,
    isPaused,
    isOver,
    termsVersion,
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

const saleId = says(idSchema, "Which sale.");
const sample: SaleState = {
  _id: "5f0c7a52-2b1e-4c58-9a1d-0f6f2f3a9b10",
  title: "Instruments of the late Chief Adeyemi",
  status: "published",
  opensAt: "2026-11-21T08:00:00.000Z",
  closesAt: "2026-11-22T18:00:00.000Z",
  isPaused: false,
  isOver: false,
  termsVersion: 1,
  revision: 4,
};

export const saleCommands = {
  "sale:watch": liveCommand({
    access: "anyone",
    tag: "Watching",
    summary: "Watch a sale: what it is now, and everything that is done with the whole of it",
    description:
      "A sale that is a draft is `NOT_FOUND` for all but staff who make lots. Its lots are watched one by one, or followed in " +
      "the listing. Send it again after a reconnect.",
    data: z.strictObject({ saleId }),
    answer: { sale: says(saleStateShape, "As it is now."), serverTime: field.clockNow },
    refusals: [...always, "NOT_FOUND"],
    cost: WATCH,
    example: {
      data: { saleId: sample._id },
      answer: { sale: sample, serverTime },
      refusal: refusal("NOT_FOUND", { message: "Sale not found" }),
    },
  }),
  "sale:unwatch": liveCommand({
    access: "anyone",
    tag: "Watching",
    summary: "Hear no more of it",
    description: "Safe for a sale that you do not watch.",
    data: z.strictObject({ saleId }),
    answer: {},
    refusals: always,
    example: { data: { saleId: sample._id }, answer: {}, refusal: slower },
  }),
};

export const saleEvents = {
  "sale:changed": liveEvent({
    to: ["saleWatchers"],
    summary: "What the whole sale is now",
    when:
      "When the staff published, paused, resumed, shifted, ended or changed it, when that is done on all of its lots, and " +
      "when its last lot has closed.",
    data: z.strictObject({
      saleId: says(z.string(), "Which sale."),
      sale: says(
        saleStateShape,
        "As it is now. Drop it if you have a greater `revision`, or the same one with a later `serverTime`.",
      ),
      serverTime: says(time, "The database's clock before the sale was read."),
    }),
    examples: [{ saleId: sample._id, sale: { ...sample, isPaused: true, revision: sample.revision + 1 }, serverTime }],
  }),
};
