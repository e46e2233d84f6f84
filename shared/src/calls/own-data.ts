// The file of a person's own data, the deletion of their account, and their consents.
import * as z from "zod/mini";
import { consentsBody, consentsSchema, deletionBody, deletionSchema, obstacleWords } from "../rest/own-data.ts";
import { callsIn } from "./call.ts";
import { other, read } from "./costs.ts";

const call = callsIn("Own data");

export const getDeletion = call({
  route: "GET /api/users/deletion",
  access: "signed in",
  summary: "Whether your account waits for its deletion, and what stands against it",
  answer: deletionSchema,
  cost: read(4),
  examples: {
    answer: {
      waiting: null,
      obstacles: [{ reason: "balance", message: obstacleWords.balance }],
      hasPassword: true,
    },
  },
});

export const requestDeletion = call({
  route: "POST /api/users/deletion",
  access: "signed in",
  summary: "Ask for the deletion of your account in a week",
  description:
    "Meanwhile the account can do everything but bid, and `DELETE` takes the request back. `FORBIDDEN` says what stands " +
    "against it: bids on open auctions, debts, lots to collect, money in the balance. It is checked again at the " +
    "end. A wrong password is `INVALID` with an issue at `password`. The same request again changes nothing.",
  body: deletionBody,
  answer: deletionSchema,
  limit: 50,
  proof: "with a factor",
  examples: {
    body: { password: "correct horse battery staple" },
    answer: {
      waiting: { requestedAt: "2026-11-24T09:12:00.000Z", dueAt: "2026-12-01T09:12:00.000Z" },
      obstacles: [],
      hasPassword: true,
    },
  },
});

export const keepAccount = call({
  route: "DELETE /api/users/deletion",
  access: "signed in",
  summary: "Keep your account: take the request for its deletion back",
  description: "Without such a request it changes nothing.",
  answer: deletionSchema,
  cost: other(6),
  examples: { answer: { waiting: null, obstacles: [], hasPassword: true } },
});

export const listConsents = call({
  route: "GET /api/users/consents",
  access: "signed in",
  summary: "The versions of the terms that you accepted, and those in force that you have not",
  answer: consentsSchema,
  examples: {
    answer: {
      accepted: [{ document: "terms", version: "2026-11-23", at: "2026-11-24T09:12:00.000Z" }],
      missing: [{ document: "privacy", version: "2026-11-23" }],
    },
  },
});

export const acceptTerms = call({
  route: "POST /api/users/consents",
  access: "signed in",
  summary: "Accept the versions in force",
  description: "A version that is not in force is `INVALID`. The same again changes nothing.",
  body: consentsBody,
  answer: consentsSchema,
  examples: {
    body: { accepted: [{ document: "privacy", version: "2026-11-23" }] },
    answer: {
      accepted: [
        { document: "privacy", version: "2026-11-23", at: "2026-11-24T09:12:00.000Z" },
        { document: "terms", version: "2026-11-23", at: "2026-11-24T09:12:00.000Z" },
      ],
      missing: [],
    },
  },
});

export const downloadMyData = call({
  route: "GET /api/users/my-data.zip",
  access: "signed in",
  summary: "All data about you, as a ZIP file of JSON and CSV files",
  description:
    "Your account, bids, auto-bids, wins, purchases, payments, balance, receipts, withdrawals, mails, sessions and consents. " +
    "Once in ten minutes.",
  answer: z.string(),
  proof: "always",
  examples: { answer: "PK…" },
});
