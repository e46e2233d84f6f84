// /api/admin/users/:id/suspend, …/restore and …/suspend-preview: staff suspend accounts and restore them.
import { type ErrorCode, refusal } from "@jara/shared/errors";
import { pageQuery } from "@jara/shared/rest/common";
import {
  restoreBody,
  SUSPEND_PREVIEW_LIMIT_DEFAULT,
  SUSPEND_PREVIEW_LIMIT_MAX,
  type SuspendPreview,
  suspendAnswer,
  suspendBody,
  suspendPreviewAnswer,
} from "@jara/shared/rest/suspensions";
import * as z from "zod/mini";
import { toIso } from "../../../auction/view/to-public.ts";
import { interestsOf } from "../../../engine/reads/interests.ts";
import { openLotsWithBids } from "../../../engine/reads/open-lots.ts";
import { previewVoid } from "../../../engine/reads/void-preview.ts";
import { paginationOf } from "../../../platform/database/pages.ts";
import type { App } from "../../../platform/http/app.ts";
import { Refused, refuse } from "../../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../../platform/http/requests.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { findAccount, toAdminUser } from "../account.ts";
import type { AccountNews } from "../account-news.ts";
import type { Caller } from "../caller.ts";
import { standingSuspension } from "./queries.ts";
import { restore, type SuspensionResult, suspend } from "./suspend.ts";
import { voidLotsOf } from "./void-lots.ts";

const tags = ["Users"];

export interface SuspensionRouteDeps extends RouteDeps {
  readonly news: Pick<AccountNews, "changed">;
  readonly mailsWritten: () => void;
}

export const serveSuspensions = (app: App, deps: SuspensionRouteDeps, caller: Caller): void => {
  serveSuspend(app, deps, caller);
  serveRestore(app, deps, caller);
  servePreview(app, deps, caller);
};

const userNotFound = () => refuse("NOT_FOUND", { message: "User not found" });

/** Throws the refusal of a suspension or a restore that was not carried out. */
const orRefused = (result: SuspensionResult) => {
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
      throw new Refused(refusal("INVALID", { message, issues: [{ path: "until", message }] }));
    }
  }
};
const refuseState = (message: string, code: ErrorCode = "ALREADY_EXISTS"): never => refuse(code, { message });

const answerOf = async ({ database }: SuspensionRouteDeps, userId: string, exceptIds: readonly string[]) => {
  const account = (await findAccount(database, userId)) ?? userNotFound();
  return { user: toAdminUser(account), suspension: await standingSuspension(database, account.id, exceptIds) };
};

const serveSuspend = (app: App, deps: SuspensionRouteDeps, caller: Caller): void => {
  app.post(
    "/api/admin/users/:id/suspend",
    {
      schema: {
        tags,
        summary: "Suspend an account (not oneself)",
        description:
          "The person is logged out everywhere within a second, cannot log in, and gets a mail with the reason. With " +
          "`voidBids`, their bids and maxima on all open auctions become void; the answer says what that did to each. " +
          "With an Idempotency-Key, the same request again changes nothing. An account that is suspended already is " +
          "refused with ALREADY_EXISTS.",
        params: idParams,
        body: suspendBody,
        response: { 200: suspendAnswer },
      },
    },
    async (request) => {
      const { id: actorId } = await caller.staff(request);
      const userId = request.params.id;
      if (userId === actorId) return refuse("FORBIDDEN", { message: "You cannot suspend yourself" });
      const { reason, until = null, voidBids = false } = request.body;
      const order = { actorId, userId, commandId: commandIdOf(request), reason, voidBids };
      const { is, suspensionId } = orRefused(
        await suspend(deps.database, { ...order, until: until === null ? null : Date.parse(until) }),
      );
      if (is === "done") {
        deps.news.changed(userId);
        deps.mailsWritten();
      }
      if (suspensionId && voidBids) {
        await voidLotsOf(deps, suspensionId).catch((error: unknown) => {
          request.log.warn({ err: error }, "not all bids of a suspended account are void; the job goes on");
        });
      }
      // Leave no lots out: on lots in which the actor has an interest the void was refused, and the rows say only that.
      return answerOf(deps, userId, []);
    },
  );
};

const serveRestore = (app: App, deps: SuspensionRouteDeps, caller: Caller): void => {
  app.post(
    "/api/admin/users/:id/restore",
    {
      schema: {
        tags,
        summary: "Lift the suspension of an account",
        description:
          "The person can log in again and gets a mail with the reason. Bids that became void stay void. With an " +
          "Idempotency-Key, the same request again changes nothing. An account that is not suspended is refused with " +
          "ALREADY_EXISTS.",
        params: idParams,
        body: z.nullish(restoreBody),
        response: { 200: suspendAnswer },
      },
    },
    async (request) => {
      const { id: actorId } = await caller.staff(request);
      const userId = request.params.id;
      const order = { actorId, userId, commandId: commandIdOf(request), reason: request.body?.reason ?? "" };
      const { is } = orRefused(await restore(deps.database, order));
      if (is === "done") {
        deps.news.changed(userId);
        deps.mailsWritten();
      }
      return answerOf(deps, userId, [...(await interestsOf(deps.database, actorId))]);
    },
  );
};

const servePreview = (app: App, deps: SuspensionRouteDeps, caller: Caller): void => {
  app.get(
    "/api/admin/users/:id/suspend-preview",
    {
      schema: {
        tags,
        summary: "What voiding a person's bids would make of each open auction, by end time",
        description:
          "Lists the open auctions on which the person has bids that count. Auctions with only a maximum are not " +
          "listed, because only its owner may know of it; a suspension voids it too. Auctions in which the caller has " +
          "an interest are left out.",
        params: idParams,
        querystring: pageQuery,
        response: { 200: suspendPreviewAnswer },
      },
    },
    async (request): Promise<SuspendPreview> => {
      const { id: adminId } = await caller.staff(request);
      const account = (await findAccount(deps.database, request.params.id)) ?? userNotFound();
      const { page = 1 } = request.query;
      const limit = Math.min(request.query.limit ?? SUSPEND_PREVIEW_LIMIT_DEFAULT, SUSPEND_PREVIEW_LIMIT_MAX);
      const interests = await interestsOf(deps.database, adminId);
      const { ids, total } = await openLotsWithBids(deps.database, account.id, [...interests], { page, limit });
      const previews = await Promise.all(ids.map((id) => previewVoid(deps, id, account.id)));
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
    },
  );
};
