// The page of one person, for staff.
import { pageQuery } from "../rest/common.ts";
import {
  USER_PAGE_LIMIT_DEFAULT,
  userActionsAnswer,
  userBidsAnswer,
  userNoteAnswer,
  userNoteBody,
  userNotesAnswer,
  userPageAnswer,
  userSessionsAnswer,
} from "../rest/user-page.ts";
import { refusedUsernamesAnswer, USERS_LIMIT_DEFAULT } from "../rest/users.ts";
import { callsIn, idParams } from "./call.ts";
import { adminUser, auctionId, elsewhere, onePage, seller, suspension, user, userId } from "./samples.ts";

const call = callsIn("Users");

const userNote = {
  _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a30",
  text: "She called about her pickup.",
  author: seller,
  createdAt: "2026-11-21T09:41:12.310Z",
};

export const getUser = call({
  route: "GET /api/admin/users/:id",
  access: "users:read",
  summary: "One user: account, facts and suspensions",
  description: "Lots in which the caller has an interest are left out of the suspensions.",
  params: idParams,
  answer: userPageAnswer,
  examples: {
    answer: {
      user: adminUser,
      facts: { hasPassword: true, usesGoogle: false, lastSeenAt: "2026-11-21T09:41:12.310Z" },
      suspensions: [{ ...suspension, liftedAt: "2026-11-23T10:00:00.000Z", liftedBy: seller, liftReason: "A mistake" }],
    },
  },
});

export const listBidsOfUser = call({
  route: "GET /api/admin/users/:id/bids",
  access: "users:read",
  summary: "A user's bids, also those that are void, newest first",
  description: "Bids on auctions in which the caller has an interest are left out.",
  params: idParams,
  query: pageQuery,
  answer: userBidsAnswer,
  pageLength: USER_PAGE_LIMIT_DEFAULT,
  examples: {
    answer: {
      bids: [
        {
          _id: `${auctionId}-7`,
          amount: 24_500,
          isAutoBid: false,
          timestamp: "2026-11-21T09:41:12.310Z",
          voidReason: null,
          auction: {
            _id: auctionId,
            title: "Talking drum from Ibadan",
            status: "active",
            currency: "NGN",
            currentPrice: 24_500,
            endTime: "2026-11-25T18:00:00.000Z",
            isLeading: true,
          },
        },
      ],
      pagination: onePage,
    },
  },
});

export const listActionsOnUser = call({
  route: "GET /api/admin/users/:id/actions",
  access: "users:read",
  summary: "What was done to an account, and by whom, newest first",
  description: "Actions on auctions in which the caller has an interest are left out.",
  params: idParams,
  query: pageQuery,
  answer: userActionsAnswer,
  pageLength: USER_PAGE_LIMIT_DEFAULT,
  examples: {
    answer: {
      actions: [
        {
          _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a31",
          action: "role",
          actor: seller,
          auctionId: null,
          details: { from: "user", to: "admin" },
          at: "2026-11-21T09:41:12.310Z",
        },
      ],
      pagination: onePage,
    },
  },
});

export const listSessionsOfUser = call({
  route: "GET /api/admin/users/:id/sessions",
  access: "users:suspend",
  summary: "Where a user is logged in, last used first",
  params: idParams,
  answer: userSessionsAnswer,
  examples: { answer: { sessions: [elsewhere] } },
});

export const endSessionsOfUser = call({
  route: "DELETE /api/admin/users/:id/sessions",
  access: "users:suspend",
  summary: "Log a user out everywhere",
  description: "Open connections get `session:ended` and are closed, on every server. The user can log in again.",
  params: idParams,
  answer: userSessionsAnswer,
  examples: { answer: { sessions: [] } },
});

export const listNotesOnUser = call({
  route: "GET /api/admin/users/:id/notes",
  access: "users:read",
  summary: "The staff's notes about a user, newest first",
  params: idParams,
  query: pageQuery,
  answer: userNotesAnswer,
  pageLength: USER_PAGE_LIMIT_DEFAULT,
  examples: { answer: { notes: [userNote], pagination: onePage } },
});

export const writeNoteOnUser = call({
  route: "POST /api/admin/users/:id/notes",
  access: "users:suspend",
  summary: "Write a note about a user",
  description: "The user does not see it. Nobody can change or remove it.",
  params: idParams,
  body: userNoteBody,
  answer: userNoteAnswer,
  status: 201,
  proof: "none",
  examples: { body: { text: userNote.text }, answer: { note: userNote } },
});

export const listRefusedUsernames = call({
  route: "GET /api/users/admin/refused-usernames",
  access: "users:read",
  summary: "Accounts whose usernames the rule for new ones would refuse, newest first",
  description: "They keep their names. `resembles`: the username of the older account that this one looks like.",
  query: pageQuery,
  answer: refusedUsernamesAnswer,
  pageLength: USERS_LIMIT_DEFAULT,
  examples: {
    answer: {
      users: [
        {
          _id: userId,
          username: "adal",
          email: "adal@example.ng",
          reason: "confusable",
          resembles: "ada1",
          createdAt: user.createdAt,
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 10 },
    },
  },
});
