// Calendar files of a lot's end and of a sale's times.
import * as calls from "@jara/shared/calls/calendar";
import type { App } from "../../platform/http/app.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
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
  serve(app, calls.downloadLotCalendar, async ({ params, request, reply }) => {
    const lot = await viewOf(deps, params.id, await caller.viewer(request));
    return sendFile(reply, "lot.ics", lotCalendar(lot, publicUrl));
  });

  serve(app, calls.downloadSaleCalendar, async ({ params, request, reply }) => {
    const sale = await saleOf(deps, params.id, await caller.viewer(request));
    return sendFile(reply, "sale.ics", saleCalendar(sale, publicUrl));
  });
};
