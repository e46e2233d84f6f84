// POST /api/admin/imports: takes a table, a ZIP of pictures, or both, and refuses at once what cannot be imported at all.
// It has a scope of its own, because it reads forms.
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { refusal } from "@jara/shared/errors";
import {
  IMPORT_TABLE_MAX_BYTES,
  IMPORT_ZIP_MAX_BYTES,
  type ImportAnswer,
  importAnswer,
} from "@jara/shared/rest/imports";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Database } from "../../../platform/database/database.ts";
import type { App } from "../../../platform/http/app.ts";
import {
  discardRest,
  FORM_BYTES,
  isLongerThan,
  readForm,
  readsForm,
  serveForms,
} from "../../../platform/http/forms.ts";
import { Refused, refuse, refuseField } from "../../../platform/http/refused.ts";
import type { Caller } from "../../accounts/caller.ts";
import { isStorageAway, type ZipStorage } from "./media.ts";
import { openPictureZip, readZippedTable, tableTooLarge } from "./picture-zip.ts";
import { findImport, insertImport, releaseImport } from "./queries.ts";
import { readImport } from "./read-import.ts";
import { RefusedImport } from "./refused-import.ts";

/** Storing a ZIP takes less. */
const STORED_WITHIN_MS = 10 * 60_000;
const notAForm =
  "Send a form (multipart/form-data) with a table (CSV) in the field “table”, a ZIP in the field “pictures”, or both.";

export interface ImportUploadDeps {
  readonly database: Database;
  readonly storage: ZipStorage;
  /** The folder for files that are being received. */
  readonly folder: string;
  /** Makes a file's name safe to show. */
  readonly cleanName: (given: string | undefined) => string;
  /** The labels of the categories that are offered, by code. */
  readonly categoryLabels: () => Readonly<Record<string, string>>;
  /** Called when a job has work. */
  readonly importChanged: () => void;
}

export const serveImportUploads = async (app: App, deps: ImportUploadDeps, caller: Caller): Promise<void> => {
  await serveForms(app, notAForm, (scope) => {
    scope.post(
      "/api/admin/imports",
      {
        schema: {
          tags: ["Imports"],
          summary: "Check a table of lots and its pictures (staff who make lots)",
          description:
            "`table` is a CSV of up to 5 MB and 5,000 rows, `pictures` a ZIP of up to 500 MB. A table may be in the ZIP " +
            "instead. Nothing becomes a lot before `apply`: the answer is an import that is being checked, and `GET` has the " +
            "verdict on each row.",
          consumes: ["multipart/form-data"],
          body: z.object({ table: z.optional(z.file()), pictures: z.optional(z.file()) }),
          response: { 201: importAnswer },
        },
        config: { rateLimit: { max: 60, timeWindow: "15 minutes" } },
        ...readsForm,
      },
      async (request, reply) => {
        try {
          const { id: ownerId } = await caller.staff(request);
          return await reply.code(201).send(await takeIn(deps, request, ownerId));
        } catch (error) {
          discardRest(request, reply, isTooLong(request));
          throw toRefusal(error, request);
        }
      },
    );
  });
};

const isTooLong = (request: FastifyRequest): boolean =>
  isLongerThan(request, IMPORT_ZIP_MAX_BYTES + IMPORT_TABLE_MAX_BYTES + FORM_BYTES);

const zipTooLarge = () => new RefusedImport("The ZIP is larger than 500 MB. Split it.", "PAYLOAD_TOO_LARGE");

const takeIn = async (deps: ImportUploadDeps, request: FastifyRequest, ownerId: string): Promise<ImportAnswer> => {
  if (!request.isMultipart()) return refuse("INVALID", { message: notAForm });
  if (isTooLong(request)) throw zipTooLarge();
  const { folder, cleanName } = deps;
  await mkdir(folder, { recursive: true });
  const zipFile = path.join(folder, randomUUID());
  try {
    const isKnown = (error: unknown) => error instanceof RefusedImport;
    const form = await readForm(request, { notAForm, isKnown }, () => readFiles(request, zipFile, cleanName));
    return await store(deps, ownerId, form, zipFile);
  } finally {
    await rm(zipFile, { force: true });
  }
};

interface ReadFiles {
  table: { readonly bytes: Uint8Array; readonly name: string } | null;
  /** The ZIP's name. */
  zip: string | null;
}

const readFiles = async (
  request: FastifyRequest,
  zipFile: string,
  cleanName: ImportUploadDeps["cleanName"],
): Promise<ReadFiles> => {
  const limits = { files: 3, fields: 1, fieldSize: 1024, headerPairs: 100, fileSize: IMPORT_ZIP_MAX_BYTES + 1 };
  const form: ReadFiles = { table: null, zip: null };
  for await (const part of request.parts({ limits })) {
    const isOurs = part.type === "file" && (part.fieldname === "table" || part.fieldname === "pictures");
    if (!isOurs) return refuse("INVALID", { message: `The form has an unknown field. ${notAForm}` });
    const name = cleanName(part.filename);
    if (part.fieldname === "table") {
      if (form.table) return refuseField("table", "Send one table in each request.");
      form.table = { name, bytes: await buffer(limited(part.file)) };
    } else {
      if (form.zip !== null) return refuseField("pictures", "Send one ZIP in each request.");
      form.zip = name;
      await pipeline(part.file, createWriteStream(zipFile, { flags: "wx", mode: 0o600 }));
      if (part.file.bytesRead > IMPORT_ZIP_MAX_BYTES) throw zipTooLarge();
    }
  }
  return form;
};

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > IMPORT_TABLE_MAX_BYTES) throw tableTooLarge();
    yield chunk;
  }
}

const store = async (
  { database, storage, categoryLabels, importChanged }: ImportUploadDeps,
  ownerId: string,
  { table, zip: zipName }: ReadFiles,
  zipFile: string,
): Promise<ImportAnswer> => {
  const zip = zipName === null ? null : await openPictureZip(zipFile);
  try {
    const bytes = table?.bytes ?? (zip?.table ? await readZippedTable(zip, zip.table) : null);
    if (!bytes) return refuseField("table", `There is no table. ${notAForm}`);
    const read = await readImport(bytes, categoryLabels());
    const id = randomUUID();
    const archive = zip && zip.pictures.length > 0 ? `import-${id}.zip` : null;
    const isInserted = await insertImport(database, {
      ...{ id, ownerId, archive, read, fileName: table?.name ?? zipName ?? "", heldForMs: STORED_WITHIN_MS },
      pictureCount: zip?.pictures.length ?? 0,
    });
    if (!isInserted) return refuse("FORBIDDEN");
    // The import names its ZIP before it is stored, so that a node that dies leaves no file that nobody knows.
    if (archive !== null) await storage.put(archive, zipFile, "application/zip");
    await releaseImport(database, id);
    importChanged();
    return { import: (await findImport(database, ownerId, id)) ?? refuse("NOT_FOUND") };
  } finally {
    zip?.close();
  }
};

const toRefusal = (error: unknown, request: FastifyRequest): unknown => {
  if (error instanceof Refused) return error;
  if (error instanceof RefusedImport) return new Refused(refusal(error.code, { message: error.message }));
  if (isStorageAway(error)) {
    request.log.error({ err: error }, "media storage unavailable");
    return new Refused(refusal("UNAVAILABLE", { message: "The files could not be stored. Please try again." }));
  }
  return error;
};
