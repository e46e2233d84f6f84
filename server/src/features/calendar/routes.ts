// Calendar files of a lot's end and of a sale's times.
import * as z from "zod/mini";
import type { App } from "../../platform/http/app.ts";
import { idParams } from "../../platform/http/requests.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import type { Caller } from "../accounts/caller.ts";
import { viewOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { saleOf } from "../sales/views.ts";
import { lotCalendar, saleCalendar } from "./calendar-file.ts";

export const serveCalendars = (
  app: App,
  deps: Pick<RouteDeps, "config" | "database" | "clock">,
  caller: Caller,
): void => {
  const { publicUrl } = deps.config;
  const response = { 200: z.string() };

  app.get(
    "/api/auctions/:id/calendar.ics",
    { schema: { tags: ["Auctions"], summary: "A lot's end as a calendar file", params: idParams, response } },
    async (request, reply) => {
      const lot = await viewOf(deps, request.params.id, await caller.viewer(request));
      return sendFile(reply, "lot.ics", lotCalendar(lot, publicUrl));
    },
  );

  app.get(
    "/api/sales/:id/calendar.ics",
    {
      schema: {
        tags: ["Sales"],
        summary: "The viewings, the opening and the first closing of a sale as a calendar file",
        params: idParams,
        response,
      },
    },
    async (request, reply) => {
      const sale = await saleOf(deps, request.params.id, await caller.viewer(request));
      return sendFile(reply, "sale.ics", saleCalendar(sale, publicUrl));
    },
  );
};
