// A second person for changes of money above a bound (`SECOND_PERSON_ABOVE`): an order above it waits, and is carried out by
// the very same function as a small one when somebody else of the staff approves it. An approval is decided once; carrying
// it out again does nothing more, because its id is the command's.
import { refusal } from "@jara/shared/errors";
import { toMajor } from "@jara/shared/money";
import type { Approval, ApprovalKind } from "@jara/shared/rest/approvals";
import type { Database } from "../../platform/database/database.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import type { CarryOut, MoneyOrder, SecondPerson } from "../second-person.ts";
import {
  type ApprovalRow,
  approvedBefore,
  type Decided,
  decide,
  findApproval,
  insertOrder,
  noteDone,
  noteFailed,
  type Reader,
  takeBack,
  toApproval,
  waitingOf,
} from "./queries.ts";

/** An approved order is carried out again after this time if no outcome was noted. */
const RESUMED_AFTER_S = 20;

export const createSecondPerson = (database: Database, boundMinor: number | null): SecondPerson => ({
  isOn: boundMinor !== null,
  async ask(order: MoneyOrder) {
    if (boundMinor === null || order.amountMinor === 0) return null;
    const asked = await insertOrder(database, order, boundMinor);
    if (asked.is === "small") return null;
    if (asked.is === "balance-changed") return refuse("BALANCE_CHANGED", { balance: toMajor(asked.balanceMinor) });
    if (asked.is === "recorded") database.wake("list:approvals");
    else return refuse(asked.is === "not-allowed" ? "FORBIDDEN" : "COMMAND_ID_REUSED");
    const row = await findApproval(database, asked.id);
    if (!row) throw new Error("the approval was not found");
    return toApproval(row, { id: order.actorId, role: "user" });
  },
  async waitingFor(settlementId, reader) {
    return (await waitingOf(database, settlementId, reader)).map((row) => toApproval(row, reader));
  },
});

export const createApprovals = (
  database: Database,
  carryOut: Readonly<Record<ApprovalKind, CarryOut>>,
  log: { warn(details: object, message: string): void },
) => {
  const guard = guardRows(database, "approvals", log);
  const changed = () => database.wake("list:approvals");
  /**
   * Carries out the order in the name of the approver. Notes a refusal. After an unknown outcome, the next try carries
   * it out again.
   */
  const carry = async (row: ApprovalRow): Promise<void> => {
    const { id, kind, userId, settlementId, auctionId, decidedBy } = row;
    if (decidedBy === null) return;
    const { reason = null, ...request } = row.request as { reason?: string | null };
    try {
      await carryOut[kind]({
        kind,
        actorId: decidedBy,
        userId,
        settlementId,
        auctionId,
        request,
        reason,
        commandId: id,
      });
    } catch (error) {
      if (!(error instanceof RefusedError) || error.body.code === "UNAVAILABLE") throw error;
      await noteFailed(database, id, error.body.message);
      changed();
      throw error;
    }
    await noteDone(database, id);
    changed();
  };

  return {
    /**
     * Approves, if nobody has decided yet, and carries the order out. Throws the reason if it could not be carried out.
     */
    async approve(reader: Reader, approval: Approval): Promise<void> {
      const decided = await decide(database, reader.id, approval, { status: "approved" });
      if (decided === "done") changed();
      const row = await findApproval(database, approval._id);
      if (!row) return refuse("NOT_FOUND", { message: "Approval not found" });
      // The same person may approve again, because the first call may not have ended.
      const isAgain = row.decidedBy === reader.id && (row.status === "approved" || row.status === "done");
      if (decided !== "done" && !isAgain) throw notApproved(row, decided);
      if (row.status === "approved") await carry(row);
    },

    async refuse(reader: Reader, approval: Approval, message: string): Promise<void> {
      if ((await decide(database, reader.id, approval, { status: "refused", message })) === "done") return changed();
      const row = await findApproval(database, approval._id);
      if (row && !(row.status === "refused" && row.decidedBy === reader.id)) throw decidedAlready(row);
    },

    /** The person who asked for it takes it back, if nobody has decided yet. */
    async takeBack(actorId: string, id: string): Promise<boolean> {
      const isDone = await takeBack(database, actorId, id);
      if (isDone) changed();
      return isDone;
    },

    /** Carries out the orders that a node approved and then stopped before carrying them out. */
    async resume(signal: AbortSignal): Promise<void> {
      for (const { id } of await approvedBefore(database, RESUMED_AFTER_S)) {
        if (signal.aborted) return;
        const row = await findApproval(database, id);
        if (row?.status !== "approved") continue;
        await guard.tries(id, () =>
          carry(row).catch((error: unknown) => {
            if (!(error instanceof RefusedError)) throw error;
          }),
        );
      }
    },
  };
};
export type Approvals = ReturnType<typeof createApprovals>;

const became: Record<string, string> = {
  approved: "was approved already",
  done: "was approved already",
  failed: "was approved, but could not be carried out",
  refused: "was refused already",
  "taken-back": "was taken back",
};

const notApproved = (row: ApprovalRow, decided: Exclude<Decided, "done">): RefusedError => {
  if (row.status !== "waiting") return decidedAlready(row);
  if (decided === "void") {
    const message = `${row.askerName} asked for this and no longer may. It cannot be approved any more.`;
    return new RefusedError(refusal("SETTLEMENT_CLOSED", { message }));
  }
  if (decided === "not-settled") {
    const message = "You have had your role for less than 24 hours. Somebody else must approve this.";
    return new RefusedError(refusal("FORBIDDEN", { message }));
  }
  return decidedAlready(row);
};

export const decidedAlready = ({ status, deciderName }: ApprovalRow): RefusedError => {
  const by = deciderName ? ` by ${deciderName}` : "";
  const message = `This change ${became[status] ?? "cannot be decided by you"}${became[status] ? by : ""}.`;
  return new RefusedError(
    status === "waiting" ? refusal("FORBIDDEN", { message }) : refusal("SETTLEMENT_CLOSED", { message }),
  );
};
