// Imports and exports of lots, and uploads.
import * as z from "zod/mini";
import { lotsFileQuery } from "../rest/admin-auctions.ts";
import { uploadAnswer } from "../rest/auctions.ts";
import {
  IMPORT_PAGE_DEFAULT,
  type Import,
  importAnswer,
  importChoiceBody,
  importFields,
  importPageAnswer,
  importQuery,
  importsAnswer,
  tablePreviewAnswer,
} from "../rest/imports.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { other } from "./costs.ts";

const call = callsIn("Imports");

const FIELD = "file";

const checked: Import = {
  _id: "1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f",
  fileName: "november.csv",
  status: "checked",
  problem: null,
  createdAt: "2026-11-19T09:00:00.000Z",
  counts: {
    rows: 40,
    create: 38,
    unchanged: 1,
    changed: 0,
    refused: 1,
    chosen: 0,
    made: 0,
    inNoSale: 0,
    updated: 0,
    pictures: 80,
    picturesDone: 80,
  },
  unused: { columns: ["Shelf"], pictures: ["IMG_2041.jpg"] },
  sale: null,
};

const checking: Import = {
  ...checked,
  status: "checking",
  counts: { ...checked.counts, unchanged: 0, create: 39, picturesDone: 0 },
  unused: { columns: ["Shelf"], pictures: [] },
};

export const listImports = call({
  route: "GET /api/admin/imports",
  access: "lots:edit",
  summary: "The caller's last imports, newest first (staff who make lots)",
  answer: importsAnswer,
  examples: { answer: { imports: [checked] } },
});

export const getImport = call({
  route: "GET /api/admin/imports/:id",
  access: "lots:edit",
  summary: "One of the caller's imports, with the verdict on each row",
  description: "`verdict` keeps the rows with that verdict.",
  params: idParams,
  query: importQuery,
  answer: importPageAnswer,
  pageLength: IMPORT_PAGE_DEFAULT,
  examples: {
    answer: {
      import: checked,
      rows: [
        {
          row: 13,
          lotNumber: "012",
          title: "Talking drum",
          verdict: "refused",
          pictures: 0,
          auctionId: null,
          rules: null,
          choice: null,
          lotStatus: null,
          problems: [{ column: "Buy It Now", message: "Buy It Now price cannot be lower than the reserve price." }],
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    },
  },
});

export const applyImport = call({
  route: "POST /api/admin/imports/:id/apply",
  access: "lots:edit",
  summary: "Make drafts of the rows that can become lots",
  description:
    "A job makes them; `GET` says how many it has made. Asked again, it answers with the import as it is. A row that " +
    "has become a lot never becomes another one, in this import or a later one.",
  params: idParams,
  body: noBody,
  answer: importAnswer,
  examples: { answer: { import: { ...checked, status: "applying" } } },
});

export const chooseImportRows = call({
  route: "POST /api/admin/imports/:id/choose",
  access: "lots:edit",
  summary: "Choose what is done with rows that are lots already",
  description:
    "`update`: the lot gets what the row says, if it is still a draft. `another`: the row becomes another lot. " +
    "`leave`: nothing is done. Only before `apply`, which carries it out. Rows with another verdict stay as they are.",
  params: idParams,
  body: importChoiceBody,
  answer: importAnswer,
  examples: {
    body: { choice: "another", verdict: "unchanged", rows: [17] },
    answer: { import: { ...checked, counts: { ...checked.counts, chosen: 1 } } },
  },
});

export const cancelImport = call({
  route: "POST /api/admin/imports/:id/cancel",
  access: "lots:edit",
  summary: "Stop an import",
  description: "Drafts that it has made already stay.",
  params: idParams,
  body: noBody,
  answer: importAnswer,
  examples: { answer: { import: { ...checked, status: "cancelled" } } },
});

export const importLots = call({
  route: "POST /api/admin/imports",
  access: "lots:edit",
  summary: "Check a table of lots and its pictures (staff who make lots)",
  description:
    "`table` is a CSV or a workbook (.xlsx, .ods) of up to 5 MB and 5,000 rows, `pictures` a ZIP of up to 500 MB. A " +
    "table may be in the ZIP instead. `columns`: a JSON list that says for each column of the table which one it is, or " +
    "null; without it the names of the columns say it. `encoding`: `windows-1252` confirms that the table is written in " +
    "it. `sheet`: the sheet of a workbook. Nothing becomes a lot before `apply`: the answer is an import that is being " +
    "checked, and `GET` has the verdict on each row.",
  isForm: true,
  body: z.object({ table: z.optional(z.file()), pictures: z.optional(z.file()), ...importFields }),
  answer: importAnswer,
  status: 201,
  limit: 60,
  cost: other(50),
  examples: { answer: { import: checking } },
});

export const previewImportTable = call({
  route: "POST /api/admin/imports/preview",
  access: "lots:edit",
  summary: "Show how a table of lots is read (staff who make lots)",
  description:
    "The answer has the columns of the table, what each of them is by its name or as the caller chose it for the last " +
    "table with the same names, and the first three rows. Nothing is kept.",
  isForm: true,
  body: z.object({ table: z.file(), sheet: importFields.sheet }),
  answer: tablePreviewAnswer,
  limit: 120,
  cost: other(20),
  examples: {
    answer: {
      table: {
        encoding: "utf-8",
        encodingSamples: [],
        sheets: [],
        sheet: null,
        headRow: 1,
        rows: 40,
        isRemembered: false,
        columns: [
          { head: "LotNum", column: "lotNumber", samples: ["1", "2", "3"] },
          { head: "Title", column: "title", samples: ["Talking drum", "Bronze bell", "Adire cloth"] },
          { head: "LowEst", column: null, samples: ["20000", "50000", "8000"] },
        ],
      },
    },
  },
});

export const downloadLots = call({
  route: "GET /api/admin/lots.csv",
  access: "lots:edit",
  summary: "The lots of the staff's list as a CSV file, in the shape of an import",
  description:
    "UTF-8 with a byte order mark, for spreadsheets; at most 5,000 lots. Each lot has the reference that it was " +
    "imported with, or its id, so that an import of the file finds every lot unchanged. The reserve of a lot in which " +
    "the caller has an interest is left out. The download becomes an entry of the audit log.",
  query: lotsFileQuery,
  answer: z.string(),
  examples: { answer: '\ufeff"Reference","Lot number","Title"\r\n"A-17","","Talking drum"\r\n' },
});

export const uploadFile = call({
  route: "POST /api/upload/single",
  access: "lots:edit",
  tag: "Uploads",
  summary: "Upload a picture or a video",
  description:
    "Pictures (JPEG, PNG, WebP, AVIF, GIF) up to 15 MB and 52 megapixels are encoded anew as WebP and AVIF, " +
    "without their metadata; videos (MP4, WebM) up to 100 MB are kept. The content decides, not the name. " +
    "The answer's `file` goes into an auction's `media` as it is.",
  isForm: true,
  body: z.object({ [FIELD]: z.file() }),
  answer: uploadAnswer,
  status: 201,
  limit: 300,
  cost: other(20),
  examples: {
    answer: {
      file: {
        url: "/media/3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
        filename: "3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
        originalName: "IMG_2041.jpg",
        type: "image",
      },
    },
  },
});
