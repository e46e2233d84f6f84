// /api/admin/withdrawals: staff see the withdrawals and approve or refuse them. Nobody decides their own.
import { formatMoney, toMajor } from "@jara/shared/money";
import {
  type AdminWithdrawal,
  adminWithdrawalAnswer,
  adminWithdrawalsAnswer,
  adminWithdrawalsQuery,
  refuseWithdrawalBody,
  WITHDRAWALS_LIMIT_DEFAULT,
} from "@jara/shared/rest/withdrawals";
import type { FastifyRequest } from "fastify";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams, noBody } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { type Approval, approveWithdrawal, refuseWithdrawal } from "./close-withdrawal.ts";
import { findForAdmin, listWithdrawals } from "./lists.ts";
import type { WithdrawalRouteDeps } from "./routes.ts";

const tags = ["Withdrawals"];
const again =
  "The same decision again changes nothing and is answered alike. Any other that comes too late is refused " +
  "(SETTLEMENT_CLOSED). One's own is refused with CONFLICT_OF_INTEREST.";

export interface AdminWithdrawalDeps
  extends Pick<
    WithdrawalRouteDeps,
    "database" | "fundTerms" | "balanceChanged" | "withdrawalChanged" | "mailsWritten"
  > {
  /** Called after an approval, so that it is sent without waiting. */
  readonly approved: () => void;
}

export const serveAdminWithdrawals = (app: App, deps: AdminWithdrawalDeps, caller: Caller): void => {
  const { database } = deps;

  app.get(
    "/api/admin/withdrawals",
    {
      schema: {
        tags,
        summary: "Withdrawals: open ones first, the oldest at the top; then the newest closed",
        querystring: adminWithdrawalsQuery,
        response: { 200: adminWithdrawalsAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.staff(request);
      const { page = 1, limit = WITHDRAWALS_LIMIT_DEFAULT, status } = request.query;
      const { withdrawals, total } = await listWithdrawals(database, { status, adminId }, { page, limit });
      return { withdrawals, pagination: paginationOf(page, limit, total) };
    },
  );

  const withdrawalFor = async (adminId: string, id: string): Promise<AdminWithdrawal> =>
    (await findForAdmin(database, adminId, id)) ?? refuse("NOT_FOUND", { message: "Withdrawal not found" });

  const decide = async (
    request: FastifyRequest<{ Params: { id: string } }>,
    becomes: "approved" | "refused",
    write: (adminId: string, id: string) => Promise<Approval>,
  ): Promise<{ withdrawal: AdminWithdrawal; isDone: boolean }> => {
    const { id: adminId } = await caller.staff(request);
    const before = await withdrawalFor(adminId, request.params.id);
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

  app.post(
    "/api/admin/withdrawals/:id/approve",
    {
      schema: {
        tags,
        summary: "Approve a withdrawal, so that it is sent to the bank",
        description: `Refused (INSUFFICIENT_BALANCE) while its owner has bound or owes more than the rest of the balance. ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: adminWithdrawalAnswer },
      },
    },
    async (request) => {
      const { withdrawal, isDone } = await decide(request, "approved", (adminId, id) =>
        approveWithdrawal(database, adminId, id, deps.fundTerms()),
      );
      if (isDone) deps.approved();
      return { withdrawal };
    },
  );

  app.post(
    "/api/admin/withdrawals/:id/refuse",
    {
      schema: {
        tags,
        summary: "Refuse a withdrawal; the money goes back to the balance, and the person reads the reason",
        description: again,
        params: idParams,
        body: refuseWithdrawalBody,
        response: { 200: adminWithdrawalAnswer },
      },
    },
    async (request) => {
      const { reason } = request.body;
      const { withdrawal, isDone } = await decide(request, "refused", (adminId, id) =>
        refuseWithdrawal(database, adminId, id, reason),
      );
      if (isDone) {
        deps.balanceChanged(withdrawal.person._id);
        deps.mailsWritten();
      }
      return { withdrawal };
    },
  );
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
