// Every command and every event of the live API, in the order of its document. A handler of a command that is not here does
// not compile, and no frame with its name is carried out.
import * as z from "zod/mini";
import type { LiveCommand, LiveEvent } from "./live.ts";
import { biddingCommands } from "./live-bidding.ts";
import { lotEvents } from "./live-lot-events.ts";
import { ownEvents } from "./live-own-events.ts";
import { saleCommands, saleEvents } from "./live-sales.ts";
import { staffCommands, staffEvents } from "./live-staff.ts";
import { clockCommands, listingEvents, watchingCommands } from "./live-watching.ts";
import { errorSchema } from "./refusals.ts";

export const liveCommands = {
  ...watchingCommands,
  ...staffCommands,
  ...saleCommands,
  ...biddingCommands,
  ...clockCommands,
} satisfies Record<string, LiveCommand>;

export const liveEvents = {
  ...lotEvents,
  ...saleEvents,
  ...listingEvents,
  ...ownEvents,
  ...staffEvents,
} satisfies Record<string, LiveEvent>;

/** The events that go to one user's own connections alone. */
export type PrivateEventName = {
  [E in keyof typeof liveEvents]: (typeof liveEvents)[E]["to"] extends readonly ["user"] ? E : never;
}[keyof typeof liveEvents];

const privateEvents: ReadonlySet<string> = new Set(
  Object.entries<LiveEvent>(liveEvents).flatMap(([name, { to }]) => (to.every((one) => one === "user") ? [name] : [])),
);
export const isPrivateEvent = (name: string): name is PrivateEventName => privateEvents.has(name);

export const isLiveCommand = (name: unknown): name is keyof typeof liveCommands =>
  typeof name === "string" && Object.hasOwn(liveCommands, name);

/** The whole answer to a command. */
export const answerSchema = ({ answer, refusals }: Pick<LiveCommand, "answer" | "refusals">) =>
  z.union([
    z.strictObject({ ok: z.literal(true), ...answer }),
    z.strictObject({ ok: z.literal(false), error: errorSchema(refusals) }),
  ]);
