// The site's settings.
import type * as z from "zod/mini";
import { usualPercents } from "../payment-rules.ts";
import {
  changeSettingBody,
  HISTORY_LIMIT,
  settingAnswer,
  settingHistoryAnswer,
  settingHistoryQuery,
  settingParams,
  settingsAnswer,
  siteDetailsAnswer,
  waitingAccountAnswer,
} from "../rest/site-settings.ts";
import { callsIn, idParams, noBody } from "./call.ts";

const call = callsIn("Settings");

const settingVersion = {
  section: "lot-rules" as const,
  version: 4,
  value: { ...usualPercents, feePercent: 7.5 },
  before: usualPercents,
  source: "staff" as const,
  changedBy: { _id: "3f6c1f0e-5a83-4f36-9d57-3c9b0e1f8a02", username: "tola" },
  approvedBy: null,
  changedAt: "2026-11-24T08:00:00.000Z",
  reason: "The board decided it",
  restores: null,
};

const setting = { ...settingVersion, environment: {}, waiting: null };

const weekday = { opens: "09:00", closes: "17:00" };

const siteDetails: z.infer<typeof siteDetailsAnswer> = {
  hours: { days: [weekday, weekday, weekday, weekday, weekday, null, null], place: "12 Marina Road, Lagos" },
  notes: { bidding: "", seller: "", pickup: "Bring your pickup code and an identity card." },
  increments: {
    NGN: [
      [10_000, 500],
      [null, 1_000],
    ],
    USD: [[null, 1]],
  },
  softClose: { windowSeconds: 120, capMinutes: 30 },
  proceeds: { days: 5 },
  sellerTerms: { commissionPercent: 10, leastCommission: 0, vatPercent: 7.5, charges: [] },
  incrementTable: true,
};

export const getSettings = call({
  route: "GET /api/admin/settings",
  access: "house:settings",
  summary: "The site's settings, as they are in force",
  answer: settingsAnswer,
  examples: { answer: { settings: [setting], openLots: 12 } },
});

export const listSettingVersions = call({
  route: "GET /api/admin/settings/:section/history",
  access: "house:settings",
  summary: "Every value that a section of the settings had, newest first",
  params: settingParams,
  query: settingHistoryQuery,
  answer: settingHistoryAnswer,
  pageLength: HISTORY_LIMIT,
  examples: {
    answer: {
      versions: [settingVersion],
      pagination: { current: 1, pages: 1, total: 4, limit: 20 },
    },
  },
});

export const getSiteDetails = call({
  route: "GET /api/site/details",
  access: "anyone",
  tag: "Site",
  summary: "Hours, notes, what is suggested for new lots, and the usual terms of sellers",
  answer: siteDetailsAnswer,
  examples: { answer: siteDetails },
});

export const changeSetting = call({
  route: "PUT /api/admin/settings",
  access: "house:settings",
  summary: "Change one section of the settings",
  description:
    "`version` is the one that the caller has read: 409 `SETTING_CHANGED` with the setting if another is in force. " +
    "What was opened before a change keeps its numbers. A change of the bank account waits for another administrator, " +
    "or for a day on a site that has none (`setting.waiting`).",
  body: changeSettingBody,
  answer: settingAnswer,
  examples: {
    body: {
      section: "lot-rules",
      value: { ...usualPercents, feePercent: 7.5 },
      version: 3,
      reason: "The board decided it",
    },
    answer: { setting },
  },
});

export const getWaitingAccount = call({
  route: "GET /api/admin/settings/bank-account/waiting",
  access: "staff",
  summary: "The bank of the account that waits for a second person or for its time",
  answer: waitingAccountAnswer,
  examples: {
    answer: { waiting: { bank: "Zenith Bank", waitsFor: "time", dueAt: "2026-12-01T09:13:00.000Z" } },
  },
});

export const approveBankAccountChange = call({
  route: "POST /api/admin/settings/bank-account/changes/:id/approve",
  access: "house:settings",
  summary: "Approve a change of the bank account that another administrator asked for",
  description: "Whoever asked for it cannot, nor can somebody who became an administrator within the last 24 hours.",
  params: idParams,
  body: noBody,
  answer: settingAnswer,
  examples: { answer: { setting } },
});

export const cancelBankAccountChange = call({
  route: "DELETE /api/admin/settings/bank-account/changes/:id",
  access: "house:settings",
  summary: "Cancel a change of the bank account that waits",
  params: idParams,
  answer: settingAnswer,
  proof: "none",
  examples: { answer: { setting } },
});
