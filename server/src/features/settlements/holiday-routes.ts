// /api/admin/holidays: the days on which no winner's payment is due.
import * as calls from "@jara/shared/calls/holidays";
import type { App } from "../../platform/http/app.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { allHolidays, removeHoliday, setHoliday } from "./holidays.ts";

export const serveHolidays = (app: App, { database }: Pick<RouteDeps, "database">): void => {
  serve(app, calls.listHolidays, async () => ({ holidays: await allHolidays(database) }));

  serve(app, calls.putHoliday, async ({ account: { id }, params, body: { name, seen } }) => {
    const holiday = { date: params.date, name };
    const done = await setHoliday(database, id, holiday, seen);
    if (typeof done === "object") throw new RefusedError(done);
    return done === "set" ? { holiday } : refuse("FORBIDDEN");
  });

  serve(app, calls.deleteHoliday, async ({ account: { id }, params }) => {
    switch (await removeHoliday(database, id, params.date)) {
      case "not-allowed":
        return refuse("FORBIDDEN");
      case "not-found":
        return refuse("NOT_FOUND", { message: "That day is not a public holiday" });
      case "removed":
        return { message: "Holiday removed" };
    }
  });
};
