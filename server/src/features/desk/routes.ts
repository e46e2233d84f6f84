// /api/admin/desk: what the staff must do today, and the switch for mails about deadlines.
import * as calls from "@jara/shared/calls/desk";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { setWantsMail } from "./alert-settings.ts";
import { type OwedToSellers, readDesk } from "./queries.ts";
import { retryRow } from "./set-aside.ts";

interface DeskDeps extends Pick<RouteDeps, "database"> {
  readonly owedToSellers: OwedToSellers;
}

export const serveDesk = (app: App, { database, owedToSellers }: DeskDeps): void => {
  serve(app, calls.getDesk, async ({ account: { id, role } }) => await readDesk(database, { id, role }, owedToSellers));

  serve(app, calls.retryRow, async ({ account: { id }, body }) => {
    const done = await retryRow(database, id, body);
    if (done === "not-allowed") return refuse("FORBIDDEN");
    return { isTriedAgain: done === "done" };
  });

  serve(app, calls.setDeskAlerts, async ({ account: { id }, body: { wantsMail } }) => {
    await setWantsMail(database, id, wantsMail);
    return { wantsMail };
  });
};
