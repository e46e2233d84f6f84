// The types of the live contract, made from the list of its commands and events (calls/live-list.ts), and the frames of
// the plain WebSocket. Browsers may import only types from here.
import * as z from "zod/mini";
import type { FieldsOf } from "./calls/live.ts";
import type { liveCommands, liveEvents } from "./calls/live-list.ts";
import type { priceSchema } from "./calls/live-lot-events.ts";
import type { ErrorBody } from "./errors.ts";
import { opaque } from "./text/kinds.ts";

export type CommandName = keyof typeof liveCommands;
export type CommandData<C extends CommandName> = z.infer<(typeof liveCommands)[C]["data"]>;

export type Events = { [E in EventName]: z.infer<(typeof liveEvents)[E]["data"]> };
export type EventName = keyof typeof liveEvents;
export type PriceEvent = z.infer<typeof priceSchema>;
/** An event as the plain WebSocket pushes it and as a replayed gap lists it. */
export type PushFrame = { [E in EventName]: { type: E; data: Events[E] } }[EventName];

/** The fields of the answer to an accepted command beside `ok`. */
export type CommandResults = {
  [C in Exclude<CommandName, "auction:watch">]: FieldsOf<(typeof liveCommands)[C]["answer"]>;
} & {
  "auction:watch": Omit<FieldsOf<(typeof liveCommands)["auction:watch"]["answer"]>, "events"> & {
    events?: PushFrame[];
  };
};

export type Answer<C extends CommandName> = ({ ok: true } & CommandResults[C]) | { ok: false; error: ErrorBody };

/** A plain WebSocket request. `authenticate` may only be the first frame. */
export const plainRequestSchema = z.strictObject({
  id: z.union([z.number(), opaque(64)]),
  type: opaque(40),
  data: z.optional(z.unknown()),
});
export const authenticateSchema = z.strictObject({ token: opaque(4096).check(z.minLength(1)) });
