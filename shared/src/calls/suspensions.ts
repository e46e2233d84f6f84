// Suspensions of accounts.
import * as z from "zod/mini";
import { pageQuery } from "../rest/common.ts";
import {
  restoreBody,
  SUSPEND_PREVIEW_LIMIT_DEFAULT,
  suspendAnswer,
  suspendBody,
  suspendPreviewAnswer,
} from "../rest/suspensions.ts";
import { callsIn, idParams } from "./call.ts";
import { adminUser, auctionId, onePage, suspension, voidEffect } from "./samples.ts";

const call = callsIn("Users");

export const suspendUser = call({
  route: "POST /api/admin/users/:id/suspend",
  access: "users:suspend",
  summary: "Suspend an account (not oneself)",
  description:
    "The person is logged out everywhere within a second, cannot log in, and gets a mail with the reason. With " +
    "`voidBids`, their bids and maxima on all open auctions become void; the answer says what that did to each. " +
    "With an Idempotency-Key, the same request again changes nothing. An account that is suspended already is " +
    "refused with ALREADY_EXISTS.",
  params: idParams,
  body: suspendBody,
  answer: suspendAnswer,
  once: true,
  examples: {
    body: { reason: suspension.reason, until: suspension.until, voidBids: true },
    answer: { user: { ...adminUser, isBanned: true }, suspension },
  },
});

export const restoreUser = call({
  route: "POST /api/admin/users/:id/restore",
  access: "users:suspend",
  summary: "Lift the suspension of an account",
  description:
    "The person can log in again and gets a mail with the reason. Bids that became void stay void. With an " +
    "Idempotency-Key, the same request again changes nothing. An account that is not suspended is refused with " +
    "ALREADY_EXISTS.",
  params: idParams,
  body: z.nullish(restoreBody),
  answer: suspendAnswer,
  once: true,
  examples: { body: { reason: "A mistake" }, answer: { user: adminUser, suspension: null } },
});

export const previewSuspension = call({
  route: "GET /api/admin/users/:id/suspend-preview",
  access: "users:suspend",
  summary: "What voiding a person's bids would make of each open auction, by end time",
  description:
    "Lists the open auctions on which the person has bids that count. Auctions with only a maximum are not " +
    "listed, because only its owner may know of it; a suspension voids it too. Auctions in which the caller has " +
    "an interest are left out.",
  params: idParams,
  query: pageQuery,
  answer: suspendPreviewAnswer,
  pageLength: SUSPEND_PREVIEW_LIMIT_DEFAULT,
  examples: {
    answer: {
      lots: [
        {
          auctionId,
          title: "Talking drum from Ibadan",
          currency: "NGN",
          endTime: "2026-11-25T18:00:00.000Z",
          effect: voidEffect,
          message: null,
        },
      ],
      pagination: onePage,
    },
  },
});
