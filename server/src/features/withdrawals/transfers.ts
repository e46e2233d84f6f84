// Sends approved withdrawals through Paystack's transfers, and follows each until it is paid or failed, whether the
// webhook or the job learns of it first. It never sends twice: the reference is the same at every try, and after an
// unknown result it asks before it sends again. It asks, too, before a reported failure returns money that was paid. It
// publishes nothing before the commit.
import type { Database } from "../../platform/database/database.ts";
import { refuse } from "../../platform/http/refused.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { type PaystackTransfers, type Transfer, toTransfer, transferData } from "./paystack-transfers.ts";
import {
  findByReference,
  giveUp,
  keepRecipient,
  noteProblem,
  RETRY_AFTER_S,
  recordFailed,
  recordPaid,
  recordSent,
  type TakenWithdrawal,
  takeToSend,
} from "./sending-queries.ts";

export interface TransfersDeps {
  readonly database: Database;
  readonly paystack: PaystackTransfers;
  readonly isSandbox: boolean;
  readonly brandName: string;
  /** Called after the commit that changed a balance. */
  readonly balanceChanged: (userId: string) => void;
  /** Called after the commit that changed a withdrawal of this person; null: something that the staff alone see. */
  readonly withdrawalChanged: (userId: string | null) => void;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  readonly retryAfterS?: readonly number[];
}

export interface Transfers {
  /** Takes an event of a webhook whose signature was checked. */
  receive(event: string, data: unknown): Promise<void>;
  /** Sends and asks about everything that is due. */
  sweep(signal?: AbortSignal): Promise<void>;
}

const referencePattern = /^withdrawal-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const eventStates: Readonly<Record<string, Transfer["state"]>> = {
  "transfer.success": "paid",
  "transfer.failed": "failed",
  "transfer.reversed": "failed",
};

export const createTransfers = (deps: TransfersDeps): Transfers => {
  const { database, isSandbox, log, retryAfterS = RETRY_AFTER_S } = deps;
  const guard = guardRows(database, "withdrawals", log);
  const recorder = createRecorder(deps);
  const { send, follow } = createSender(deps, recorder);

  return {
    async receive(event, data) {
      const state = Object.hasOwn(eventStates, event) ? eventStates[event] : undefined;
      const parsed = transferData.safeParse(data);
      if (!state || !parsed.success || !referencePattern.test(parsed.data.reference)) {
        log.info({ event }, "a webhook about another transfer; ignored");
        return;
      }
      await recorder.receive({ ...toTransfer(parsed.data), state });
    },

    async sweep(signal) {
      while (!signal?.aborted) {
        const taken = await takeToSend(database, isSandbox, retryAfterS);
        if (!taken) return;
        await guard.tries(taken.id, () => (taken.status === "approved" ? send : follow)(taken));
      }
    },
  };
};

type Recorder = ReturnType<typeof createRecorder>;

/** Records what Paystack says of a transfer. */
const createRecorder = ({ database, paystack, isSandbox, log, ...deps }: TransfersDeps) => {
  const cameBack = (reference: string, { userId }: { userId: string }, why: string): void => {
    log.warn({ reference, userId, why }, "a withdrawal failed; its money came back");
    deps.balanceChanged(userId);
    deps.withdrawalChanged(userId);
  };

  const note = async (reference: string, why: string): Promise<void> => {
    await noteProblem(database, reference, why);
    deps.withdrawalChanged(null);
  };

  const problem = async (reference: string, why: string): Promise<void> => {
    log.warn({ reference, why }, "a transfer could not be sent or asked about; trying again");
    await note(reference, why);
  };

  /** `isAsked`: the transfer is Paystack's present answer. A webhook may be old. */
  const apply = async (transfer: Transfer, isAsked = true): Promise<void> => {
    const { reference, state, status, amountMinor, currency, code } = transfer;
    const report = { reference, amountMinor, isSandbox, code };
    const isOurs = currency === "NGN";
    if (isOurs && state === "failed") {
      const failed = await recordFailed(database, report, reasonOf(status), isAsked);
      if (failed) return cameBack(reference, failed, status);
    } else if (isOurs) {
      const moved = await (state === "paid" ? recordPaid : recordSent)(database, report);
      if (moved) {
        log.info({ reference, amountMinor, status }, "a withdrawal moved on");
        deps.withdrawalChanged(moved.userId);
        return;
      }
    }
    await explain(transfer);
  };

  /** Records the report of a webhook. */
  const receive = async (transfer: Transfer): Promise<void> => {
    await apply(transfer, false);
    if (transfer.state === "failed") await checkLateFailure(transfer.reference);
  };

  /**
   * A failure that is reported after the transfer was paid may be outdated. So the money comes back only if Paystack,
   * when asked, says that the transfer failed. If it does not answer, the webhook fails, and Paystack sends it again.
   */
  const checkLateFailure = async (reference: string): Promise<void> => {
    if ((await findByReference(database, reference))?.status !== "paid") return;
    const asked = await paystack.verify(reference);
    if (asked.kind === "known") {
      if (asked.transfer.state === "failed") return apply(asked.transfer);
      log.info(
        { reference, status: asked.transfer.status },
        "a paid transfer was reported as failed, but Paystack says that it did not fail; ignored",
      );
      return;
    }
    await note(reference, "The payment service reported a failure after the money was paid.");
    if (asked.kind === "unreachable") return refuse("UNAVAILABLE");
    log.error({ reference }, "a paid transfer was reported as failed, but Paystack does not know it; not recorded");
  };

  /** Call if a report changed nothing. That is normal for a repeated report; anything else needs a person. */
  const explain = async (transfer: Transfer): Promise<void> => {
    const { reference, state, amountMinor, currency } = transfer;
    const row = await findByReference(database, reference);
    if (!row) {
      log.warn({ reference }, "a transfer that matches no withdrawal; ignored");
    } else if (row.amountMinor !== amountMinor || row.isSandbox !== isSandbox || currency !== "NGN") {
      log.error({ transfer, expected: row }, "a transfer with another amount than its withdrawal; not recorded");
      await note(reference, "The payment service reports another amount.");
    } else if (state === "paid" && row.status === "failed") {
      await checkLateSuccess(reference);
    } else if (["requested", "refused", "cancelled"].includes(row.status)) {
      log.error({ transfer, status: row.status }, "a transfer of a withdrawal that was never approved");
      await note(reference, "The payment service knows a transfer, but this was never approved.");
    }
  };

  /** A success that arrives after the failure is old news, unless Paystack still says so. */
  const checkLateSuccess = async (reference: string): Promise<void> => {
    const asked = await paystack.verify(reference);
    if (asked.kind === "known" && asked.transfer.state !== "paid") return;
    log.error({ reference }, "a transfer was paid after its money came back: somebody has the money twice");
    await note(reference, "Paid by the payment service after the money came back to the balance.");
  };

  return { apply, receive, cameBack, problem };
};

/** Sends a withdrawal, or asks about one that was sent. */
const createSender = (deps: TransfersDeps, { apply, cameBack, problem }: Recorder) => {
  const { database, paystack, isSandbox, retryAfterS = RETRY_AFTER_S } = deps;

  /** True if nothing is left to do for now. False: Paystack has no transfer with this reference. */
  const ask = async ({ reference }: TakenWithdrawal): Promise<boolean> => {
    const asked = await paystack.verify(reference);
    if (asked.kind === "known") {
      await apply(asked.transfer);
      return true;
    }
    if (asked.kind === "unknown") return false;
    await problem(reference, asked.why);
    return true;
  };

  const refusedBy = async (taken: TakenWithdrawal, why: string, isOurs: boolean): Promise<void> => {
    // Without a recipient nothing was ever sent. With one, an earlier request may still be on its way, so wait long.
    const isFinal = !isOurs && (taken.recipientCode === null || taken.attempts > retryAfterS.length);
    if (!isFinal) return problem(taken.reference, why);
    const failed = await giveUp(database, taken, "The payment service did not accept this bank account.", why);
    if (failed) cameBack(taken.reference, failed, why);
  };

  const send = async (taken: TakenWithdrawal): Promise<void> => {
    const { reference, amountMinor, accountName: name, bankCode, accountNumber } = taken;
    let { recipientCode } = taken;
    // Ask first, because a node may have sent it and died before it recorded that.
    if (recipientCode !== null && taken.attempts > 1 && (await ask(taken))) return;
    if (recipientCode === null) {
      const made = await paystack.makeRecipient({ name, bankCode, accountNumber });
      if (made.kind === "unreachable") return problem(reference, made.why);
      if (made.kind === "refused") return refusedBy(taken, made.why, made.isOurs);
      recipientCode = made.code;
    }
    if (!(await keepRecipient(database, taken, recipientCode))) return;
    const reason = `Withdrawal from ${deps.brandName}`;
    const sent = await paystack.send({ reference, amountMinor, recipientCode, reason });
    if (sent.kind === "taken") return apply(sent.transfer);
    if (sent.kind === "duplicate") {
      if (!(await ask(taken)))
        await problem(reference, "The payment service knows the reference, but not the transfer.");
      return;
    }
    if (sent.kind === "refused") return refusedBy({ ...taken, recipientCode }, sent.why, sent.isOurs);
    return problem(reference, sent.why);
  };

  const follow = async (taken: TakenWithdrawal): Promise<void> => {
    if (await ask(taken)) return;
    const { reference, amountMinor } = taken;
    // The sandbox forgets its transfers when the server stops.
    if (isSandbox) {
      return apply({ reference, amountMinor, state: "failed", status: "forgotten", currency: "NGN", code: null });
    }
    await problem(reference, "The payment service took this transfer and does not know it any more.");
  };

  return { send, follow };
};

const reasons: Readonly<Record<string, string>> = {
  reversed: "Your bank returned the money.",
  abandoned: "The transfer was not released in time.",
  blocked: "The transfer was not released.",
  rejected: "The transfer was not released.",
  forgotten: "The sandbox forgot this transfer.",
};
const reasonOf = (status: string): string =>
  Object.hasOwn(reasons, status) ? (reasons[status] ?? "") : "Your bank did not accept the money.";
