// Examples of the routes of imports.
import {
  type Import,
  importAnswer,
  importChoiceBody,
  importPageAnswer,
  importsAnswer,
  tablePreviewAnswer,
} from "@jara/shared/rest/imports";
import * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const checked: Import = {
  ...{ _id: "1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f", fileName: "november.csv", status: "checked", problem: null },
  createdAt: "2026-11-19T09:00:00.000Z",
  counts: {
    rows: 40,
    create: 38,
    unchanged: 1,
    changed: 0,
    refused: 1,
    chosen: 0,
    made: 0,
    updated: 0,
    pictures: 80,
    picturesDone: 80,
  },
  unused: { columns: ["Shelf"], pictures: ["IMG_2041.jpg"] },
};
const checking: Import = {
  ...checked,
  status: "checking",
  counts: { ...checked.counts, unchanged: 0, create: 39, picturesDone: 0 },
  unused: { columns: ["Shelf"], pictures: [] },
};

export const importExamples = {
  "GET /api/admin/lots.csv": {
    answer: of(z.string(), '\ufeff"Reference","Lot number","Title"\r\n"A-17","","Talking drum"\r\n'),
  },
  "GET /api/admin/imports": { answer: of(importsAnswer, { imports: [checked] }) },
  "POST /api/admin/imports": { answer: of(importAnswer, { import: checking }) },
  "POST /api/admin/imports/preview": {
    answer: of(tablePreviewAnswer, {
      table: {
        ...{
          encoding: "utf-8",
          encodingSamples: [],
          sheets: [],
          sheet: null,
          headRow: 1,
          rows: 40,
          isRemembered: false,
        },
        columns: [
          { head: "LotNum", column: "lotNumber", samples: ["1", "2", "3"] },
          { head: "Title", column: "title", samples: ["Talking drum", "Bronze bell", "Adire cloth"] },
          { head: "LowEst", column: null, samples: ["20000", "50000", "8000"] },
        ],
      },
    }),
  },
  "GET /api/admin/imports/:id": {
    answer: of(importPageAnswer, {
      import: checked,
      rows: [
        {
          ...{ row: 13, lotNumber: "012", title: "Talking drum", verdict: "refused", pictures: 0, auctionId: null },
          ...{ rules: null, choice: null, lotStatus: null },
          problems: [{ column: "Buy It Now", message: "Buy It Now price cannot be lower than the reserve price." }],
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    }),
  },
  "POST /api/admin/imports/:id/choose": {
    body: of(importChoiceBody, { choice: "another", verdict: "unchanged", rows: [17] }),
    answer: of(importAnswer, { import: { ...checked, counts: { ...checked.counts, chosen: 1 } } }),
  },
  "POST /api/admin/imports/:id/apply": { answer: of(importAnswer, { import: { ...checked, status: "applying" } }) },
  "POST /api/admin/imports/:id/cancel": { answer: of(importAnswer, { import: { ...checked, status: "cancelled" } }) },
};
