// /api/admin/imports: tables of lots, with their pictures. A table is checked first; its rows become drafts when its owner
// asks for it. An import of somebody else gets the answer of an unknown id.
import type { HouseRules } from "@jara/shared/house-rules";
import {
  IMPORT_PAGE_DEFAULT,
  type Import,
  importAnswer,
  importChoiceBody,
  importPageAnswer,
  importQuery,
  importsAnswer,
} from "@jara/shared/rest/imports";
import type { Database } from "../../../platform/database/database.ts";
import { paginationOf } from "../../../platform/database/pages.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { idParams, noBody } from "../../../platform/http/requests.ts";
import type { Caller } from "../../accounts/caller.ts";
import { applyImport, cancelImport, chooseRows, findImport, listImports, listRows } from "./queries.ts";
import { type ImportUploadDeps, serveImportUploads } from "./receive-routes.ts";

const tags = ["Imports"];

export interface ImportRouteDeps extends ImportUploadDeps {
  readonly houseRules: () => HouseRules;
}

export const serveImports = async (app: App, deps: ImportRouteDeps, caller: Caller): Promise<void> => {
  await serveImportUploads(app, deps, caller);
  serveReads(app, deps, caller);
  serveSteps(app, deps, caller);
};

const notFound = () => refuse("NOT_FOUND", { message: "Import not found" });

const importOf = async (database: Database, ownerId: string, id: string): Promise<Import> =>
  (isUuid(id) ? await findImport(database, ownerId, id) : null) ?? notFound();

const serveReads = (app: App, { database, houseRules }: ImportRouteDeps, caller: Caller): void => {
  app.get(
    "/api/admin/imports",
    {
      schema: {
        tags,
        summary: "The caller's last imports, newest first (staff who make lots)",
        response: { 200: importsAnswer },
      },
    },
    async (request) => ({ imports: await listImports(database, (await caller.staff(request)).id) }),
  );

  app.get(
    "/api/admin/imports/:id",
    {
      schema: {
        tags,
        summary: "One of the caller's imports, with the verdict on each row",
        description: "`verdict` keeps the rows with that verdict.",
        params: idParams,
        querystring: importQuery,
        response: { 200: importPageAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const found = await importOf(database, ownerId, request.params.id);
      const { page = 1, limit = IMPORT_PAGE_DEFAULT, verdict } = request.query;
      const { rows, total } = await listRows(
        database,
        { importId: found._id, verdict, house: houseRules() },
        { page, limit },
      );
      return { import: found, rows, pagination: paginationOf(page, limit, total) };
    },
  );
};

const serveSteps = (app: App, { database, importChanged }: ImportRouteDeps, caller: Caller): void => {
  app.post(
    "/api/admin/imports/:id/apply",
    {
      schema: {
        tags,
        summary: "Make drafts of the rows that can become lots",
        description:
          "A job makes them; `GET` says how many it has made. Asked again, it answers with the import as it is. A row that " +
          "has become a lot never becomes another one, in this import or a later one.",
        params: idParams,
        body: noBody,
        response: { 200: importAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const { id } = request.params;
      if (!isUuid(id)) return notFound();
      const applied = await applyImport(database, { id, ownerId });
      if (applied === "not-allowed") return refuse("FORBIDDEN");
      const now = await importOf(database, ownerId, id);
      if (applied === "done") importChanged();
      else if (now.status !== "applying" && now.status !== "applied")
        return refuse("IMPORT_STATE", { message: notYet[now.status] });
      return { import: now };
    },
  );

  app.post(
    "/api/admin/imports/:id/choose",
    {
      schema: {
        tags,
        summary: "Choose what is done with rows that are lots already",
        description:
          "`update`: the lot gets what the row says, if it is still a draft. `another`: the row becomes another lot. " +
          "`leave`: nothing is done. Only before `apply`, which carries it out. Rows with another verdict stay as they are.",
        params: idParams,
        body: importChoiceBody,
        response: { 200: importAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const { id } = request.params;
      const found = await importOf(database, ownerId, id);
      const isDone = await chooseRows(database, { id: found._id, ownerId }, request.body);
      if (!isDone)
        return refuse("IMPORT_STATE", { message: "The rows can be chosen only before the drafts are made." });
      return { import: await importOf(database, ownerId, id) };
    },
  );

  app.post(
    "/api/admin/imports/:id/cancel",
    {
      schema: {
        tags,
        summary: "Stop an import",
        description: "Drafts that it has made already stay.",
        params: idParams,
        body: noBody,
        response: { 200: importAnswer },
      },
    },
    async (request) => {
      const { id: ownerId } = await caller.staff(request);
      const { id } = request.params;
      if (!isUuid(id)) return notFound();
      const cancelled = await cancelImport(database, { id, ownerId });
      if (cancelled === "not-allowed") return refuse("FORBIDDEN");
      const now = await importOf(database, ownerId, id);
      if (now.status !== "cancelled") return refuse("IMPORT_STATE", { message: "The import is over." });
      return { import: now };
    },
  );
};

const notYet: Readonly<Record<"checking" | "checked" | "cancelled" | "failed", string>> = {
  checking: "The import is still being checked.",
  checked: "The import could not be applied. Please try again.",
  cancelled: "The import was cancelled.",
  failed: "The import failed.",
};
