// /api/admin/holidays: the days on which no winner's payment is due.
import { messageAnswer } from "@jara/shared/rest/common";
import { holidayAnswer, holidayBody, holidayDate, holidaysAnswer } from "@jara/shared/rest/settlements";
import * as z from "zod/mini";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { allHolidays, removeHoliday, setHoliday } from "./holidays.ts";

const tags = ["Settlements"];
const params = z.object({ date: holidayDate });
const inForce = "In force for the next auction that ends; what is due already keeps its time.";

export const serveHolidays = (app: App, { database }: Pick<RouteDeps, "database">, caller: Caller): void => {
  app.get(
    "/api/admin/holidays",
    { schema: { tags, summary: "Public holidays, earliest first", response: { 200: holidaysAnswer } } },
    async (request) => {
      await caller.staff(request);
      return { holidays: await allHolidays(database) };
    },
  );

  app.put(
    "/api/admin/holidays/:date",
    {
      schema: {
        tags,
        summary: "Add a public holiday or rename it",
        description: `${inForce} \`seen\` is the name that the caller saw, null for none: another one is refused (\`VALUE_CHANGED\`).`,
        params,
        body: holidayBody,
        response: { 200: holidayAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      const { name, seen } = request.body;
      const holiday = { date: request.params.date, name };
      const done = await setHoliday(database, id, holiday, seen);
      if (typeof done === "object") throw new Refused(done);
      return done === "set" ? { holiday } : refuse("FORBIDDEN");
    },
  );

  app.delete(
    "/api/admin/holidays/:date",
    {
      schema: {
        tags,
        summary: "Take a public holiday away",
        description: inForce,
        params,
        response: { 200: messageAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      switch (await removeHoliday(database, id, request.params.date)) {
        case "not-allowed":
          return refuse("FORBIDDEN");
        case "not-found":
          return refuse("NOT_FOUND", { message: "That day is not a public holiday" });
        case "removed":
          return { message: "Holiday removed" };
      }
    },
  );
};
