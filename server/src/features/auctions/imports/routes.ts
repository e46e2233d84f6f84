// /api/admin/imports: tables of lots, with their pictures. A table is checked first; its rows become drafts when its owner
// asks for it. An import of somebody else gets the answer of an unknown id.
import * as calls from "@jara/shared/calls/imports";
import type { HouseRules } from "@jara/shared/house-rules";
import { IMPORT_PAGE_DEFAULT, type Import } from "@jara/shared/rest/imports";
import type { Database } from "../../../platform/database/database.ts";
import { paginationOf } from "../../../platform/database/pages.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import { applyImport, cancelImport, chooseRows, findImport, listImports, listRows } from "./queries.ts";
import { type ImportUploadDeps, serveImportUploads } from "./receive-routes.ts";

export interface ImportRouteDeps extends ImportUploadDeps {
  readonly houseRules: () => HouseRules;
}

export const serveImports = async (app: App, deps: ImportRouteDeps): Promise<void> => {
  await serveImportUploads(app, deps);
  serveReads(app, deps);
  serveSteps(app, deps);
};

const notFound = () => refuse("NOT_FOUND", { message: "Import not found" });

const importOf = async (database: Database, ownerId: string, id: string): Promise<Import> =>
  (isUuid(id) ? await findImport(database, ownerId, id) : null) ?? notFound();

const serveReads = (app: App, { database, houseRules }: ImportRouteDeps): void => {
  serve(app, calls.listImports, async ({ account }) => ({ imports: await listImports(database, account.id) }));

  serve(app, calls.getImport, async ({ account: { id: ownerId }, params, query }) => {
    const found = await importOf(database, ownerId, params.id);
    const { page = 1, limit = IMPORT_PAGE_DEFAULT, verdict } = query;
    const { rows, total } = await listRows(
      database,
      { importId: found._id, verdict, house: houseRules() },
      { page, limit },
    );
    return { import: found, rows, pagination: paginationOf(page, limit, total) };
  });
};

const serveSteps = (app: App, { database }: ImportRouteDeps): void => {
  serve(app, calls.applyImport, async ({ account: { id: ownerId }, params: { id } }) => {
    if (!isUuid(id)) return notFound();
    const applied = await applyImport(database, { id, ownerId });
    if (applied === "not-allowed") return refuse("FORBIDDEN");
    const now = await importOf(database, ownerId, id);
    if (applied === "done") database.wake("imports");
    else if (now.status !== "applying" && now.status !== "applied")
      return refuse("IMPORT_STATE", { message: notYet[now.status] });
    return { import: now };
  });

  serve(app, calls.chooseImportRows, async ({ account: { id: ownerId }, params: { id }, body }) => {
    const found = await importOf(database, ownerId, id);
    const isDone = await chooseRows(database, { id: found._id, ownerId }, body);
    if (!isDone) return refuse("IMPORT_STATE", { message: "The rows can be chosen only before the drafts are made." });
    return { import: await importOf(database, ownerId, id) };
  });

  serve(app, calls.cancelImport, async ({ account: { id: ownerId }, params: { id } }) => {
    if (!isUuid(id)) return notFound();
    const cancelled = await cancelImport(database, { id, ownerId });
    if (cancelled === "not-allowed") return refuse("FORBIDDEN");
    const now = await importOf(database, ownerId, id);
    if (now.status !== "cancelled") return refuse("IMPORT_STATE", { message: "The import is over." });
    return { import: now };
  });
};

const notYet: Readonly<Record<"checking" | "checked" | "cancelled" | "failed", string>> = {
  checking: "The import is still being checked.",
  checked: "The import could not be applied. Please try again.",
  cancelled: "The import was cancelled.",
  failed: "The import failed.",
};
