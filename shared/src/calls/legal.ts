// The legal texts.
import { legalAnswer, legalParams, legalQuery } from "../rest/legal.ts";
import { callsIn } from "./call.ts";
import { read } from "./costs.ts";

const call = callsIn("Site");

export const getLegalPage = call({
  route: "GET /api/legal/:page",
  access: "anyone",
  summary: "A legal page: the version in force, or an earlier one",
  description: "An unknown page is refused, and an unknown version is `NOT_FOUND`. A published version never changes.",
  params: legalParams,
  query: legalQuery,
  answer: legalAnswer,
  cost: read(2),
  examples: {
    answer: {
      page: "refunds",
      title: "Payments and refunds",
      version: "2026-11-24",
      isInForce: true,
      intro: [{ kind: "paragraph", spans: [{ text: "Where your money is at each step." }] }],
      sections: [
        {
          id: "receipts",
          title: "Receipts",
          blocks: [{ kind: "paragraph", spans: [{ text: "Your " }, { text: "statement", to: "/profile/statement" }] }],
        },
      ],
      notes: [
        {
          date: "2026-11-25",
          blocks: [{ kind: "paragraph", spans: [{ text: "Receipts are in naira and in words." }] }],
        },
      ],
      versions: [{ version: "2026-11-24", change: "The first version." }],
    },
  },
});
