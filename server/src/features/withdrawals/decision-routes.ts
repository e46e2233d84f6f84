// /api/admin/withdrawals: staff see the withdrawals and approve or refuse them. Nobody decides their own.
import * as calls from "@jara/shared/calls/withdrawals";
import { formatMoney, toMajor } from "@jara/shared/money";
import { type AdminWithdrawal, WITHDRAWALS_LIMIT_DEFAULT } from "@jara/shared/rest/withdrawals";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { type Approval, approveWithdrawal, refuseWithdrawal } from "./close-withdrawal.ts";
import { findForAdmin, listWithdrawals } from "./lists.ts";
import type { WithdrawalRouteDeps } from "./routes.ts";

export type AdminWithdrawalDeps = Pick<
  WithdrawalRouteDeps,
  "database" | "fundTerms" | "balanceChanged" | "withdrawalChanged"
>;

export const serveAdminWithdrawals = (app: App, deps: AdminWithdrawalDeps): void => {
  const { database } = deps;

  serve(app, calls.listWithdrawals, async ({ account: { id: adminId }, query }) => {
    const { page = 1, limit = WITHDRAWALS_LIMIT_DEFAULT, status } = query;
    const { withdrawals, total } = await listWithdrawals(database, { status, adminId }, { page, limit });
    return { withdrawals, pagination: paginationOf(page, limit, total) };
  });

  const withdrawalFor = async (adminId: string, id: string): Promise<AdminWithdrawal> =>
    (await findForAdmin(database, adminId, id)) ?? refuse("NOT_FOUND", { message: "Withdrawal not found" });

  const decide = async (
    adminId: string,
    id: string,
    becomes: "approved" | "refused",
    write: (adminId: string, id: string) => Promise<Approval>,
  ): Promise<{ withdrawal: AdminWithdrawal; isDone: boolean }> => {
    const before = await withdrawalFor(adminId, id);
    if (before.isOwn) {
      return refuse("CONFLICT_OF_INTEREST", { message: "Another administrator must decide about your withdrawal." });
    }
    const decision = await write(adminId, before._id);
    if (decision.is === "not-allowed") return refuse("FORBIDDEN");
    if (decision.is === "suspended") {
      return refuse("FORBIDDEN", { message: "This account is suspended. Its withdrawals cannot be approved." });
    }
    if (decision.is === "not-covered") return refuseUncovered(decision);
    const withdrawal = await withdrawalFor(adminId, before._id);
    const isDone = decision.is === "done";
    if (isDone) deps.withdrawalChanged(withdrawal.person._id);
    if (isDone || isSameDecision(withdrawal, becomes, adminId)) return { withdrawal, isDone };
    const message = `This withdrawal is already ${withdrawal.status}.`;
    return refuse("SETTLEMENT_CLOSED", { message, status: withdrawal.status });
  };

  serve(app, calls.approveWithdrawal, async ({ account, params }) => {
    const { withdrawal, isDone } = await decide(account.id, params.id, "approved", (adminId, id) =>
      approveWithdrawal(database, adminId, id, deps.fundTerms()),
    );
    // After the answer was read, so that it says "approved".
    if (isDone) database.wake("withdrawals");
    return { withdrawal };
  });

  serve(app, calls.refuseWithdrawal, async ({ account, params, body: { reason } }) => {
    const { withdrawal, isDone } = await decide(account.id, params.id, "refused", (adminId, id) =>
      refuseWithdrawal(database, adminId, id, reason),
    );
    if (isDone) deps.balanceChanged(withdrawal.person._id);
    return { withdrawal };
  });
};

/** An approved withdrawal moves on by itself. */
const isSameDecision = (
  { status, decidedBy }: AdminWithdrawal,
  becomes: "approved" | "refused",
  adminId: string,
): boolean =>
  decidedBy?._id === adminId &&
  (becomes === "refused" ? status === "refused" : ["approved", "sent", "paid"].includes(status));

/** The bound amount comes from hidden maxima. So the refusal is the same for every amount that is too much. */
const refuseUncovered = ({ balanceMinor }: Extract<Approval, { is: "not-covered" }>): never => {
  const balance = toMajor(balanceMinor);
  const message =
    `The rest of the balance is ${formatMoney(balance, "NGN")}, which is less than this person's bids and payments ` +
    "need. Wait until that is settled, or refuse the withdrawal.";
  return refuse("INSUFFICIENT_BALANCE", { message, balance });
};
