// Schemas of the REST calls on settlements (the debts of winners and buyers), and on the holidays that move the due
// dates.

import * as z from "zod/mini";
import { auctionStatuses } from "../auction.ts";
import { currencies } from "../money.ts";
import { plainText } from "../plain-text.ts";
import { paginationSchema, queryWhole, searchText } from "./common.ts";
import { USERS_LIMIT_MAX } from "./users.ts";

export const SETTLEMENTS_LIMIT_DEFAULT = 20;
export const settlementKinds = ["win", "buy-it-now"] as const;
export type SettlementKind = (typeof settlementKinds)[number];
export const settlementStatuses = ["open", "paid", "waived", "forfeited", "void"] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/** Without a status: all of them. `q` searches title, username, e-mail address and full name. */
export const settlementsQuery = z.object({
  status: z.optional(z.enum(settlementStatuses)),
  kind: z.optional(z.enum(settlementKinds)),
  q: z.optional(searchText),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(USERS_LIMIT_MAX)),
});

/** All amounts in the auction's currency. */
export const settlementSchema = z.object({
  _id: z.string(),
  kind: z.enum(settlementKinds),
  status: z.enum(settlementStatuses),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    status: z.enum(auctionStatuses),
    currency: z.enum(currencies),
  }),
  /** The winner or buyer. */
  buyer: z.object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  /** The winning bid, or the Buy It Now price without its fee. */
  price: z.number(),
  /** 0 for a win. */
  fee: z.number(),
  total: z.number(),
  /** The amount charged to the balance if it stays unpaid. */
  penalty: z.number(),
  dueAt: z.string(),
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** The administrator who closed it; null while it is open, and if the clock closed it. */
  closedBy: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  /** Why it was waived, in the administrator's words. */
  note: z.nullable(z.string()),
  /** Set when its forfeit has failed so often that it waits for an administrator. */
  stuck: z.nullable(z.object({ attempts: z.int(), lastError: z.string(), since: z.string() })),
});
export type Settlement = z.infer<typeof settlementSchema>;
export const settlementAnswer = z.object({ settlement: settlementSchema });
/** Open ones first, the most urgent at the top; then the newest closed. */
export const settlementsAnswer = z.object({ settlements: z.array(settlementSchema), pagination: paginationSchema });
export type Settlements = z.infer<typeof settlementsAnswer>;
export const WAIVE_NOTE_MAX = 500;
export const waiveBody = z.strictObject({ note: z.optional(z.string().check(z.maxLength(WAIVE_NOTE_MAX), plainText)) });

/** The caller's debt as the winner; amounts in the auction's currency. */
export const winSchema = z.object({
  status: z.enum(settlementStatuses),
  /** The winning bid. */
  price: z.number(),
  /** The part of it that is still to be paid. */
  remaining: z.number(),
  /** The amount charged to the balance if it stays unpaid. */
  penalty: z.number(),
  dueAt: z.string(),
});
export type Win = z.infer<typeof winSchema>;
/** Null if the caller has not won. */
export const winAnswer = z.object({ win: z.nullable(winSchema) });

/** A day on which nothing falls due, in Lagos: `2026-10-01`. */
export const holidayDate = z.iso.date();
export const holidaySchema = z.object({ date: holidayDate, name: z.string() });
export type Holiday = z.infer<typeof holidaySchema>;
/** Earliest first. */
export const holidaysAnswer = z.object({ holidays: z.array(holidaySchema) });
export const holidayAnswer = z.object({ holiday: holidaySchema });
export const HOLIDAY_NAME_MAX = 100;
export const holidayBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(HOLIDAY_NAME_MAX), plainText),
});
