// Reads the form of an import: a table, a ZIP of pictures, and what a person says about the table.
import { createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  chosenColumns,
  IMPORT_COLUMNS_MAX_CHARS,
  IMPORT_TABLE_MAX_BYTES,
  IMPORT_ZIP_MAX_BYTES,
  importFields,
} from "@jara/shared/rest/imports";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { refuse, refuseField } from "../../../platform/http/refused.ts";
import { tableTooLarge } from "./picture-zip.ts";
import type { ImportChoice } from "./read-import.ts";
import { RefusedImport } from "./refused-import.ts";

export const notAForm =
  "Send a form (multipart/form-data) with a table (CSV, .xlsx or .ods) in the field “table”, a ZIP in the field “pictures”, or both.";

const fieldsSchema = z.object(importFields);

export interface ReadForm {
  readonly table: { readonly bytes: Uint8Array; readonly name: string } | null;
  /** The ZIP's name. */
  readonly zip: string | null;
  readonly choice: ImportChoice;
}

export const zipTooLarge = () => new RefusedImport("The ZIP is larger than 500 MB. Split it.", "PAYLOAD_TOO_LARGE");

/** Writes the ZIP to `zipFile`; null: the form has none. */
export const readImportForm = async (
  request: FastifyRequest,
  zipFile: string | null,
  cleanName: (given: string | undefined) => string,
): Promise<ReadForm> => {
  const limits = {
    files: 3,
    fields: 3,
    fieldSize: IMPORT_COLUMNS_MAX_CHARS,
    headerPairs: 100,
    fileSize: IMPORT_ZIP_MAX_BYTES + 1,
  };
  let table: ReadForm["table"] = null;
  let zip: string | null = null;
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits })) {
    const { fieldname } = part;
    if (part.type === "field" && Object.hasOwn(importFields, fieldname) && typeof part.value === "string") {
      fields[fieldname] = part.value;
    } else if (part.type === "file" && fieldname === "table") {
      if (table) return refuseField("table", "Send one table in each request.");
      table = { name: cleanName(part.filename), bytes: await buffer(limited(part.file)) };
    } else if (part.type === "file" && fieldname === "pictures" && zipFile !== null) {
      if (zip !== null) return refuseField("pictures", "Send one ZIP in each request.");
      zip = cleanName(part.filename);
      await pipeline(part.file, createWriteStream(zipFile, { flags: "wx", mode: 0o600 }));
      if (part.file.bytesRead > IMPORT_ZIP_MAX_BYTES) throw zipTooLarge();
    } else {
      return refuse("INVALID", { message: `The form has an unknown field. ${notAForm}` });
    }
  }
  return { table, zip, choice: choiceOf(fields) };
};

const choiceOf = (given: Readonly<Record<string, string>>): ImportChoice => {
  const fields = fieldsSchema.safeParse(given);
  if (!fields.success) return refuseField(String(fields.error.issues[0]?.path[0]), "This value is unknown.");
  const { columns, ...others } = fields.data;
  if (columns === undefined) return others;
  const chosen = chosenColumns.safeParse(parsed(columns));
  if (!chosen.success) return refuseField("columns", "Send a list (JSON) with the name of a column or null for each.");
  return { ...others, columns: chosen.data };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > IMPORT_TABLE_MAX_BYTES) throw tableTooLarge();
    yield chunk;
  }
}
