// Schemas of the REST calls on imports of lots: a table and its pictures are checked first, and become drafts when asked.
import * as z from "zod/mini";
import { auctionStatuses, softCloseSchema } from "../auction.ts";
import { importColumnNames } from "../import-columns.ts";
import { currencies } from "../money.ts";
import { opaque } from "../text/kinds.ts";
import { pageQuery, paginationSchema } from "./common.ts";

export const IMPORT_ROWS_MAX = 5_000;
export const IMPORT_TABLE_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_CELL_MAX = 5_000;
export const IMPORT_ZIP_MAX_BYTES = 500 * 1024 * 1024;
/** The files of a ZIP may have so many bytes together once they are inflated. */
export const IMPORT_INFLATED_MAX_BYTES = 1024 * 1024 * 1024;
export const IMPORT_PICTURES_MAX = 5_000;
export const IMPORT_PAGE_DEFAULT = 50;

export const importVerdicts = ["create", "unchanged", "changed", "refused"] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

/** A table may have at most so many columns. */
export const IMPORT_COLUMNS_MAX = 200;

/** `windows-1252` is a guess, which a person confirms. */
export const tableEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type TableEncoding = (typeof tableEncodings)[number];

const columnName = z.nullable(z.enum(importColumnNames));

/** For each column of a table what it is here; null: it is not used. */
export const chosenColumns = z.array(columnName).check(z.maxLength(IMPORT_COLUMNS_MAX));
export type ChosenColumns = z.infer<typeof chosenColumns>;

/** A table as it was read, before anything of it is imported. */
export const tablePreview = z.object({
  /** Null for a workbook. */
  encoding: z.nullable(z.enum(tableEncodings)),
  /** Up to three texts of the table by which a person sees whether a guessed encoding is right. */
  encodingSamples: z.array(z.string()),
  /** The visible sheets of a workbook; empty for a text. */
  sheets: z.array(z.string()),
  /** The sheet that was read. */
  sheet: z.nullable(z.string()),
  /** The row that names the columns, as a spreadsheet counts. */
  headRow: z.int(),
  rows: z.int(),
  columns: z.array(
    z.object({
      head: z.string(),
      /** The meaning of the column: as it was chosen for the same heads before, else by its name. */
      column: columnName,
      /** Its cells in the first three rows. */
      samples: z.array(z.string()),
    }),
  ),
  /** The columns were chosen for an earlier table with the same heads. */
  isRemembered: z.boolean(),
});
export type TablePreview = z.infer<typeof tablePreview>;
export const tablePreviewAnswer = z.object({ table: tablePreview });
export type TablePreviewAnswer = z.infer<typeof tablePreviewAnswer>;

const problem = z.object({ column: z.string(), message: z.string() });

export const importSchema = z.object({
  _id: z.string(),
  fileName: z.string(),
  /**
   * `checking`: pictures are taken in and rows are compared with the lots that there are. `checked`: it waits for `apply`
   * or `cancel`. `failed`: `problem` says why.
   */
  status: z.enum(["checking", "checked", "applying", "applied", "cancelled", "failed"]),
  problem: z.nullable(z.string()),
  createdAt: z.string(),
  counts: z.object({
    rows: z.int(),
    /** Rows that are to become lots, those that have included. */
    create: z.int(),
    unchanged: z.int(),
    changed: z.int(),
    refused: z.int(),
    /** Rows that are a lot already, and are to update its draft or to become another lot. */
    chosen: z.int(),
    /** Rows that have become lots. */
    made: z.int(),
    /** Lots that it has made and that no sale has. */
    inNoSale: z.int(),
    /** Rows that have updated their drafts. */
    updated: z.int(),
    pictures: z.int(),
    /** Pictures that were taken in or refused. */
    picturesDone: z.int(),
  }),
  /** Columns that mean nothing here, and pictures that belong to no row; at most 100 of each. */
  unused: z.object({ columns: z.array(z.string()), pictures: z.array(z.string()) }),
  /** The sale that has the most lots of the table, also of lots that an earlier import made; null: none. */
  sale: z.nullable(z.object({ _id: z.string(), title: z.string() })),
});
export type Import = z.infer<typeof importSchema>;

export const importRowSchema = z.object({
  /** The row's number in a spreadsheet; the head is row 1. */
  row: z.int(),
  lotNumber: z.string(),
  title: z.string(),
  /** `changed`: it was imported before with another content. It is left alone unless `choice` says otherwise. */
  verdict: z.enum(importVerdicts),
  /** For a row that is a lot already: update its draft, or make another lot. */
  choice: z.nullable(z.enum(["update", "another"])),
  /** The status of the lot that it is. Null if there is none. */
  lotStatus: z.nullable(z.enum(auctionStatuses)),
  /** The faults of a refused row; of another row what should be known about it, such as how a cell was read. */
  problems: z.array(problem),
  pictures: z.int(),
  /** The lot that it became, or that it is. */
  auctionId: z.nullable(z.string()),
  /** As the row names them, in the currency of `rules`. Null if the row is refused; absent on older servers. */
  prices: z.exactOptional(
    z.nullable(
      z.object({
        startingPrice: z.number(),
        reservePrice: z.nullable(z.number()),
        lowEstimate: z.nullable(z.number()),
        highEstimate: z.nullable(z.number()),
      }),
    ),
  ),
  /** What the lot gets: the row's own rules, else those of the house as they are now. Null if the row is refused. */
  rules: z.nullable(
    z.object({
      /** Null: the house's increment table. */
      bidIncrement: z.nullable(z.number()),
      /** The increment is the one that fits the starting price, because the row and the house name none. */
      isSuggested: z.boolean(),
      currency: z.enum(currencies),
      softClose: z.nullable(softCloseSchema),
      /** True if the row names neither an increment nor a soft close. */
      areOfHouse: z.boolean(),
    }),
  ),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** For the named rows, or for all rows with the verdict. `leave`: nothing is done with them. */
export const importChoiceBody = z.strictObject({
  choice: z.enum(["leave", "update", "another"]),
  verdict: z.enum(["changed", "unchanged"]),
  rows: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(IMPORT_ROWS_MAX))),
});
export type ImportChoiceBody = z.infer<typeof importChoiceBody>;

export const importQuery = z.object({ ...pageQuery.shape, verdict: z.optional(z.enum(importVerdicts)) });
export const importAnswer = z.object({ import: importSchema });
export type ImportAnswer = z.infer<typeof importAnswer>;
export const importPageAnswer = z.object({
  import: importSchema,
  rows: z.array(importRowSchema),
  pagination: paginationSchema,
});
export type ImportPage = z.infer<typeof importPageAnswer>;
/** Newest first. */
export const importsAnswer = z.object({ imports: z.array(importSchema) });

const SHEET_NAME_MAX = 100;
export const IMPORT_COLUMNS_MAX_CHARS = 16 * 1024;

/** The fields of the form beside its files; each is a text. */
export const importFields = {
  columns: z.optional(opaque(IMPORT_COLUMNS_MAX_CHARS)),
  encoding: z.optional(z.enum(tableEncodings)),
  sheet: z.optional(opaque(SHEET_NAME_MAX)),
};
