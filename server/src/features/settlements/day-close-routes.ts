// /api/admin/day-closes: closing a day, and the second person who signs it.
import * as calls from "@jara/shared/calls/day-closes";
import type { ErrorBody } from "@jara/shared/errors";
import type { Role } from "@jara/shared/permissions";
import { DAY_CLOSES_LIMIT_DEFAULT, type DayClose } from "@jara/shared/rest/day-closes";
import { paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile } from "../../platform/http/csv.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { closeHeads, closeLine } from "./close-file.ts";
import { closeDay, decideClose, findClose, listCloses, readDay, readerOf } from "./day-closes.ts";

const READ_AT_ONCE = 500;

export const serveDayCloses = (app: App, { database, engine }: Pick<RouteDeps, "database" | "engine">): void => {
  const closeOf = async (id: string, account: { id: string; role: Role }): Promise<{ close: DayClose }> => {
    const close = await findClose(database, id, await readerOf(database, account));
    return close ? { close } : refuse("NOT_FOUND", { message: "Close not found" });
  };
  const done = (refused: ErrorBody | null): void => {
    if (refused) throw new RefusedError(refused);
  };

  serve(app, calls.listDayCloses, async ({ account, query }) => {
    const { page = 1, limit = DAY_CLOSES_LIMIT_DEFAULT } = query;
    const { closes, total, waiting } = await listCloses(database, await readerOf(database, account), { page, limit });
    return { closes, waiting, pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.downloadDayCloses, async ({ account, reply }) => {
    const reader = await readerOf(database, account);
    await recordDownload(database, account.id, "day closes", {});
    const parts = async function* () {
      for (let page = 1; ; page += 1) {
        const { closes } = await listCloses(database, reader, { page, limit: READ_AT_ONCE });
        yield closes;
        if (closes.length < READ_AT_ONCE) return;
      }
    };
    return sendFile(reply, "day-closes.csv", csvFile(closeHeads, parts(), closeLine));
  });

  serve(app, calls.getDay, async ({ account, params }) =>
    readDay(database, params.date, await readerOf(database, account), engine.rates),
  );

  serve(app, calls.closeDay, async ({ account, body }) => {
    const made = await closeDay(database, account.id, body, engine.rates);
    if (typeof made === "object") throw new RefusedError(made);
    return await closeOf(made, account);
  });

  serve(app, calls.signDayClose, async ({ account, params: { id } }) => {
    done(await decideClose(database, account.id, id, { status: "signed" }, engine.rates));
    return await closeOf(id, account);
  });

  serve(app, calls.refuseDayClose, async ({ account, params: { id }, body: { reason } }) => {
    done(await decideClose(database, account.id, id, { status: "refused", reason }, engine.rates));
    return await closeOf(id, account);
  });
};
