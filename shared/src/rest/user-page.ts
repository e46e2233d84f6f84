// Schemas of the calls behind the staff's page about one user.
import * as z from "zod/mini";
import { bidVoidReasons } from "../auction.ts";
import { currencies } from "../money.ts";
import { lines } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema } from "./common.ts";
import { sessionSchema } from "./sessions.ts";
import { suspensionSchema } from "./suspensions.ts";
import { adminUserSchema } from "./users.ts";

export const USER_PAGE_LIMIT_DEFAULT = 10;
export const NOTE_MAX = 2000;

const person = z.object({ _id: z.string(), username: z.string() });

export const userFactsSchema = z.object({
  /** The ways in which the person can log in. */
  hasPassword: z.boolean(),
  usesGoogle: z.boolean(),
  /** Time of the last use of a session, open or ended; null if there is none. */
  lastSeenAt: z.nullable(wireTime),
});

export const userPageAnswer = z.object({
  user: adminUserSchema,
  facts: userFactsSchema,
  /** The newest first, at most 20. The one in force has no `liftedAt`. */
  suspensions: z.array(suspensionSchema),
});
export type UserPage = z.infer<typeof userPageAnswer>;

export const userBidSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  isAutoBid: z.boolean(),
  timestamp: wireTime,
  /** The reason why the bid no longer counts; null if it does. */
  voidReason: z.nullable(z.enum(bidVoidReasons)),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    status: z.string(),
    currency: z.enum(currencies),
    currentPrice: z.number(),
    endTime: wireTime,
    /** True if the person leads the auction, or led it at its end. */
    isLeading: z.boolean(),
  }),
});
export const userBidsAnswer = z.object({ bids: z.array(userBidSchema), pagination: paginationSchema });
export type UserBids = z.infer<typeof userBidsAnswer>;

export const userSessionsAnswer = z.object({ sessions: z.array(sessionSchema) });
export type UserSessions = z.infer<typeof userSessionsAnswer>;

export const userNoteSchema = z.object({ _id: z.string(), text: z.string(), author: person, createdAt: wireTime });
export const userNoteBody = z.strictObject({ text: lines(1, NOTE_MAX) });
export const userNoteAnswer = z.object({ note: userNoteSchema });
export const userNotesAnswer = z.object({ notes: z.array(userNoteSchema), pagination: paginationSchema });
export type UserNotes = z.infer<typeof userNotesAnswer>;

/** Actions on the account by the staff, by the command line, or by the server itself. */
export const userActionSchema = z.object({
  _id: z.string(),
  action: z.string(),
  /** Null: the command line, or the server. */
  actor: z.nullable(person),
  auctionId: z.nullable(z.string()),
  /** Amounts are in minor units. */
  details: z.record(z.string(), z.unknown()),
  at: wireTime,
});
export const userActionsAnswer = z.object({ actions: z.array(userActionSchema), pagination: paginationSchema });
export type UserActions = z.infer<typeof userActionsAnswer>;
