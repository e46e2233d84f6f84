// /api/admin/users/:id/suspend, …/restore and …/suspend-preview: staff suspend accounts and restore them.
import * as calls from "@jara/shared/calls/suspensions";
import type { ErrorCode } from "@jara/shared/errors";
import { SUSPEND_PREVIEW_LIMIT_DEFAULT, SUSPEND_PREVIEW_LIMIT_MAX } from "@jara/shared/rest/suspensions";
import { toIso } from "../../../auction/view/to-public.ts";
import { interestsOf } from "../../../engine/reads/interests.ts";
import { openLotsWithBids } from "../../../engine/reads/open-lots.ts";
import { previewVoid } from "../../../engine/reads/void-preview.ts";
import { paginationOf } from "../../../platform/database/pages.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse, refuseField } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { findAccount, toAdminUser } from "../account.ts";
import type { AccountNotifier } from "../account-notifier.ts";
import { standingSuspension } from "./queries.ts";
import { restore, type SuspensionResult, suspend } from "./suspend.ts";
import { voidLotsOf } from "./void-lots.ts";

export interface SuspensionRouteDeps extends RouteDeps {
  readonly accountNotifier: Pick<AccountNotifier, "changed">;
}

export const serveSuspensions = (app: App, deps: SuspensionRouteDeps): void => {
  serveSuspend(app, deps);
  serveRestore(app, deps);
  servePreview(app, deps);
};

const userNotFound = () => refuse("NOT_FOUND", { message: "User not found" });

/** Throws the refusal of a suspension or a restore that was not carried out. */
const doneOrRefuse = (result: SuspensionResult) => {
  switch (result.is) {
    case "done":
    case "done-before":
      return result;
    case "not-found":
      return userNotFound();
    case "not-allowed":
      return refuse("FORBIDDEN");
    case "key-reused":
      return refuse("COMMAND_ID_REUSED");
    case "suspended-already":
      return refuseState("This account is suspended already. Restore it first.");
    case "not-suspended":
      return refuseState("This account is not suspended.");
    case "deleted":
      return refuseState("The owner has deleted this account. It cannot come back.");
    case "passed": {
      const message = "The end of the suspension must be in the future.";
      return refuseField("until", message);
    }
  }
};
const refuseState = (message: string, code: ErrorCode = "ALREADY_EXISTS"): never => refuse(code, { message });

const answerOf = async ({ database }: SuspensionRouteDeps, userId: string, exceptIds: readonly string[]) => {
  const account = (await findAccount(database, userId)) ?? userNotFound();
  return { user: toAdminUser(account), suspension: await standingSuspension(database, account.id, exceptIds) };
};

const serveSuspend = (app: App, deps: SuspensionRouteDeps): void => {
  serve(app, calls.suspendUser, async ({ account: { id: actorId }, params, body, commandId, request }) => {
    const userId = params.id;
    if (userId === actorId) return refuse("FORBIDDEN", { message: "You cannot suspend yourself" });
    const { reason, until = null, voidBids = false } = body;
    const order = { actorId, userId, commandId: commandId, reason, voidBids };
    const { is, suspensionId } = doneOrRefuse(
      await suspend(deps.database, { ...order, until: until === null ? null : Date.parse(until) }),
    );
    if (is === "done") deps.accountNotifier.changed(userId);
    if (suspensionId && voidBids) {
      await voidLotsOf(deps, suspensionId).catch((error: unknown) => {
        request.log.warn({ err: error }, "not all bids of a suspended account are void; the job goes on");
      });
    }
    // Leave no lots out: on lots in which the actor has an interest the void was refused, and the rows say only that.
    return answerOf(deps, userId, []);
  });
};

const serveRestore = (app: App, deps: SuspensionRouteDeps): void => {
  serve(app, calls.restoreUser, async ({ account: { id: actorId }, params, body, commandId }) => {
    const userId = params.id;
    const order = { actorId, userId, commandId: commandId, reason: body?.reason ?? "" };
    const { is } = doneOrRefuse(await restore(deps.database, order));
    if (is === "done") deps.accountNotifier.changed(userId);
    return answerOf(deps, userId, [...(await interestsOf(deps.database, actorId))]);
  });
};

const servePreview = (app: App, deps: SuspensionRouteDeps): void => {
  serve(app, calls.previewSuspension, async ({ account: { id: adminId }, params, query }) => {
    const account = (await findAccount(deps.database, params.id)) ?? userNotFound();
    const { page = 1 } = query;
    const limit = Math.min(query.limit ?? SUSPEND_PREVIEW_LIMIT_DEFAULT, SUSPEND_PREVIEW_LIMIT_MAX);
    const interests = await interestsOf(deps.database, adminId);
    const { ids, total } = await openLotsWithBids(deps.database, account.id, [...interests], { page, limit });
    const previews = await Promise.all(ids.map((id) => previewVoid(deps, id, { bidderId: account.id })));
    const lots = previews.flatMap((preview) => {
      if (!preview) return [];
      const { state, effect } = preview;
      const { id, lot, currency, endsAt } = state;
      const shown = { auctionId: id, title: lot.title, currency, endTime: toIso(endsAt) };
      return "code" in effect
        ? { ...shown, effect: null, message: effect.message }
        : { ...shown, effect, message: null };
    });
    return { lots, pagination: paginationOf(page, limit, total) };
  });
};
