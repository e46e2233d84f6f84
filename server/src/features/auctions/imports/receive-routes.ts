// POST /api/admin/imports: takes a table, a ZIP of pictures, or both, and refuses at once what cannot be imported at all.
// POST /api/admin/imports/preview shows how a table is read, and keeps nothing. They have a scope of their own, because they
// read forms.
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import * as calls from "@jara/shared/calls/imports";
import { refusal } from "@jara/shared/errors";
import {
  IMPORT_TABLE_MAX_BYTES,
  IMPORT_ZIP_MAX_BYTES,
  type ImportAnswer,
  type TablePreviewAnswer,
} from "@jara/shared/rest/imports";
import type { FastifyRequest } from "fastify";
import type { Database } from "../../../platform/database/database.ts";
import type { App } from "../../../platform/http/app.ts";
import { discardRest, FORM_BYTES, isLongerThan, readForm, serveForms } from "../../../platform/http/forms.ts";
import { RefusedError, refuse, refuseField } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import { comparableHeads } from "./columns.ts";
import { isStorageAway, type ZipStorage } from "./media.ts";
import { openPictureZip, readZippedTable, tableTooLarge } from "./picture-zip.ts";
import { previewOf } from "./preview-table.ts";
import { findImport, insertImport, releaseImport, rememberedColumns } from "./queries.ts";
import { readImport } from "./read-import.ts";
import { notAForm, type ReadForm, readImportForm, zipTooLarge } from "./read-import-form.ts";
import { readTable } from "./read-table.ts";
import { RefusedImport } from "./refused-import.ts";

/** Storing a ZIP takes less. */
const STORED_WITHIN_MS = 10 * 60_000;

export interface ImportUploadDeps {
  readonly database: Database;
  readonly storage: ZipStorage;
  /** The folder for files that are being received. */
  readonly folder: string;
  /** Makes a file's name safe to show. */
  readonly cleanName: (given: string | undefined) => string;
  /** The labels of the categories that are offered, by code. */
  readonly categoryLabels: () => Readonly<Record<string, string>>;
}

export const serveImportUploads = async (app: App, deps: ImportUploadDeps): Promise<void> => {
  await serveForms(app, notAForm, (scope) => {
    serveImport(scope, deps);
    servePreview(scope, deps);
  });
};

const serveImport = (scope: App, deps: ImportUploadDeps): void => {
  serve(scope, calls.importLots, async ({ account: { id: ownerId }, request, reply }) => {
    try {
      return await takeIn(deps, request, ownerId);
    } catch (error) {
      discardRest(request, reply, isTooLong(request));
      throw toRefusal(error, request);
    }
  });
};

const servePreview = (scope: App, deps: ImportUploadDeps): void => {
  serve(scope, calls.previewImportTable, async ({ account: { id: ownerId }, request, reply }) => {
    try {
      return await preview(deps, request, ownerId);
    } catch (error) {
      discardRest(request, reply, isLongerThan(request, IMPORT_TABLE_MAX_BYTES + FORM_BYTES));
      throw toRefusal(error, request);
    }
  });
};

const isTooLong = (request: FastifyRequest): boolean =>
  isLongerThan(request, IMPORT_ZIP_MAX_BYTES + IMPORT_TABLE_MAX_BYTES + FORM_BYTES);

const isKnown = (error: unknown) => error instanceof RefusedImport;

const preview = async (
  { database, cleanName }: ImportUploadDeps,
  request: FastifyRequest,
  ownerId: string,
): Promise<TablePreviewAnswer> => {
  if (!request.isMultipart()) return refuse("INVALID", { message: notAForm });
  if (isLongerThan(request, IMPORT_TABLE_MAX_BYTES + FORM_BYTES)) throw tableTooLarge();
  const form = await readForm(request, { notAForm, isKnown }, () => readImportForm(request, null, cleanName));
  if (!form.table) return refuseField("table", `There is no table. ${notAForm}`);
  const table = await readTable(form.table.bytes, form.choice);
  return { table: previewOf(table, await rememberedColumns(database, ownerId, comparableHeads(table.heads))) };
};

const takeIn = async (deps: ImportUploadDeps, request: FastifyRequest, ownerId: string): Promise<ImportAnswer> => {
  if (!request.isMultipart()) return refuse("INVALID", { message: notAForm });
  if (isTooLong(request)) throw zipTooLarge();
  const { folder, cleanName } = deps;
  await mkdir(folder, { recursive: true });
  const zipFile = path.join(folder, randomUUID());
  try {
    const form = await readForm(request, { notAForm, isKnown }, () => readImportForm(request, zipFile, cleanName));
    return await store(deps, ownerId, form, zipFile);
  } finally {
    await rm(zipFile, { force: true });
  }
};

const store = async (
  { database, storage, categoryLabels }: ImportUploadDeps,
  ownerId: string,
  { table, zip: zipName, choice }: ReadForm,
  zipFile: string,
): Promise<ImportAnswer> => {
  const zip = zipName === null ? null : await openPictureZip(zipFile);
  try {
    const bytes = table?.bytes ?? (zip?.table ? await readZippedTable(zip, zip.table) : null);
    if (!bytes) return refuseField("table", `There is no table. ${notAForm}`);
    const read = await readImport(bytes, categoryLabels(), choice);
    const id = randomUUID();
    const archive = zip && zip.pictures.length > 0 ? `import-${id}.zip` : null;
    const isInserted = await insertImport(database, {
      id,
      ownerId,
      archive,
      read,
      fileName: table?.name ?? zipName ?? "",
      heldForMs: STORED_WITHIN_MS,
      pictureCount: zip?.pictures.length ?? 0,
    });
    if (!isInserted) return refuse("FORBIDDEN");
    // The import names its ZIP before it is stored, so that a node that dies leaves no file that nobody knows.
    if (archive !== null) await storage.put(archive, zipFile, "application/zip");
    await releaseImport(database, id);
    database.wake("imports");
    return { import: (await findImport(database, ownerId, id)) ?? refuse("NOT_FOUND") };
  } finally {
    zip?.close();
  }
};

const toRefusal = (error: unknown, request: FastifyRequest): unknown => {
  if (error instanceof RefusedError) return error;
  if (error instanceof RefusedImport) return new RefusedError(refusal(error.code, { message: error.message }));
  if (isStorageAway(error)) {
    request.log.error({ err: error }, "media storage unavailable");
    return new RefusedError(refusal("UNAVAILABLE", { message: "The files could not be stored. Please try again." }));
  }
  return error;
};
