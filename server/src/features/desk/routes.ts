// /api/admin/desk: what the staff must do today, and the switch for mails about deadlines.
import {
  DESK_COUNTED_MAX,
  deskAlertsAnswer,
  deskAlertsBody,
  deskAnswer,
  retryRowAnswer,
  retryRowBody,
} from "@jara/shared/rest/desk";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { setWantsMail } from "./alert-settings.ts";
import { readDesk } from "./queries.ts";
import { retryRow } from "./set-aside.ts";

const tags = ["Desk"];

interface DeskRouteDeps extends Pick<RouteDeps, "database"> {
  /** Called after the commit that made a row due again. */
  readonly rowTakenUp: () => void;
}

export const serveDesk = (app: App, { database, rowTakenUp }: DeskRouteDeps, caller: Caller): void => {
  app.get(
    "/api/admin/desk",
    {
      schema: {
        tags,
        summary: "What needs a hand today (staff)",
        description:
          "Each panel has its first rows and how many there are, counted up to " +
          `${DESK_COUNTED_MAX.toLocaleString("en")}. A panel that the caller's role may not read is absent. Lots in which ` +
          "the caller has an interest are left out, and so is what the caller may not decide. Everything is read at one moment.",
        response: { 200: deskAnswer },
      },
    },
    async (request) => {
      const { id, role } = await caller.staff(request);
      return await readDesk(database, { id, role });
    },
  );

  app.post(
    "/api/admin/desk/retry-row",
    {
      schema: {
        tags,
        summary: "Try a row again that a background job put aside",
        body: retryRowBody,
        response: { 200: retryRowAnswer },
      },
      config: { rateLimit: { max: 100, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      const done = await retryRow(database, id, request.body);
      if (done === "not-allowed") return refuse("FORBIDDEN");
      if (done === "done") rowTakenUp();
      return { isTriedAgain: done === "done" };
    },
  );

  app.put(
    "/api/admin/desk/alerts",
    {
      schema: {
        tags,
        summary: "Switch one's own mails about deadlines on or off (staff)",
        body: deskAlertsBody,
        response: { 200: deskAlertsAnswer },
      },
      config: { rateLimit: { max: 100, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      const { wantsMail } = request.body;
      await setWantsMail(database, id, wantsMail);
      return { wantsMail };
    },
  );
};
