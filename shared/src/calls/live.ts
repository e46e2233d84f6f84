// A command and an event of the live API, which Socket.IO and the plain WebSocket carry. The server checks and admits each
// command by its object (server/src/live/dispatch.ts); the types of both sides, costs, limits, the API's document and the
// tests are made from the list (live-list.ts). Its name is its key there and never changes once it is published.
//
// Browsers may import only types.
import type * as z from "zod/mini";
import type { ErrorBody, ErrorCode } from "../errors.ts";
import type { Cost } from "./call.ts";

/** The fields of an answer as they arrive. */
export type FieldsOf<S extends z.core.$ZodShape> = keyof S extends never
  ? Record<never, never>
  : z.infer<z.ZodMiniObject<S>>;

export interface LiveCommand<
  D extends z.ZodMiniObject = z.ZodMiniObject,
  A extends z.core.$ZodShape = z.core.$ZodShape,
  X extends "anyone" | "signed in" | "staff" = "anyone" | "signed in" | "staff",
> {
  /** Visitors are refused unless "anyone" may send it. "staff": its handler also asks the database for the role. */
  readonly access: X;
  readonly tag: "Watching" | "Bidding" | "Administration" | "Time";
  /** One line. */
  readonly summary: string;
  readonly description?: string;
  readonly data: D;
  /** The fields of the answer beside `ok: true`, each described. */
  readonly answer: A;
  /** The codes with which it may be refused. */
  readonly refusals: readonly ErrorCode[];
  /** Left out: free, because a client that may not leave would go on being sent events. Its packets are counted. */
  readonly cost?: Cost;
  /** One user has it, beside the limits on all commands together. */
  readonly limit?: { readonly name: string; readonly burst: number; readonly perSecond: number };
  readonly example: { readonly data: z.infer<D>; readonly answer: FieldsOf<A>; readonly refusal: ErrorBody };
}

export const liveCommand = <
  D extends z.ZodMiniObject,
  A extends z.core.$ZodShape,
  const X extends "anyone" | "signed in" | "staff",
>(
  facts: LiveCommand<D, A, X>,
): LiveCommand<D, A, X> => facts;

/** These may get an event, in words. The publishing code chooses the room (server/src/live/rooms.ts). */
export const audiences = {
  watchers: "Watchers of an auction",
  saleWatchers: "Watchers of a sale",
  listing: "Followers of the listing",
  user: "A user's own connections",
  staff: "Staff, by role",
} as const;

type Audiences = readonly [keyof typeof audiences, ...(keyof typeof audiences)[]];

export interface LiveEvent<S extends z.ZodMiniType = z.ZodMiniType, T extends Audiences = Audiences> {
  readonly to: T;
  /** One line: the content of the event. */
  readonly summary: string;
  /** When it is sent. */
  readonly when: string;
  readonly data: S;
  readonly examples: readonly [z.infer<S>, ...z.infer<S>[]];
}

export const liveEvent = <S extends z.ZodMiniType, const T extends Audiences>(
  facts: LiveEvent<S, T>,
): LiveEvent<S, T> => facts;
