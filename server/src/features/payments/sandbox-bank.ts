// Development only: the sandbox's banks, bank accounts and transfers, as Paystack's API has them. No money moves. The
// first digit of an account number decides the account's owner, the last digit the result of a transfer to it.
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface SandboxBank {
  banks(): Answer;
  resolve(query: unknown): Answer;
  makeRecipient(body: unknown): Answer;
  send(body: unknown): Answer;
  verify(reference: string): Answer;
}

const banks = [
  ["044", "Access Bank"],
  ["011", "First Bank of Nigeria"],
  ["058", "Guaranty Trust Bank"],
  ["50211", "Kuda Bank"],
  ["999992", "OPay Digital Services"],
  ["001", "Sandbox Bank"],
  ["033", "United Bank For Africa"],
  ["057", "Zenith Bank"],
] as const;

/** By the first digit. There are no accounts whose number begins with 9. */
const owners = [
  "OKAFOR ADA NGOZI",
  "ADEYEMI BOLA",
  "EZE CHIDI PETER",
  "BALOGUN DAYO",
  "NWOSU EMEKA",
  "MUSA AISHA",
  "O'BRIEN PATRICK",
  "OLÁTÚNJÍ ADÉ-OLÚ",
  "DANLADI INVESTMENTS LTD",
];
const ownerOf = (accountNumber: string): string | undefined => owners[Number(accountNumber[0])];

/** By the last digit. Every other digit: the transfer is paid. */
const fates: Readonly<Record<string, "fails" | "comes back" | "is refused">> = {
  "7": "fails",
  "8": "comes back",
  "9": "is refused",
};
/** About as long as a real transfer takes, and long enough for a developer to see each state. */
const DECIDED_AFTER_MS = 1_500;
const RETURNED_AFTER_MS = 4_000;

const accountOf = z.object({
  account_number: z.string().check(z.regex(/^\d{10}$/)),
  bank_code: z.enum(banks.map(([code]) => code)),
});
const recipientBody = z.extend(accountOf, { type: z.literal("nuban"), name: z.string(), currency: z.literal("NGN") });
const transferBody = z.object({
  source: z.literal("balance"),
  amount: z.int().check(z.minimum(100_00)),
  currency: z.literal("NGN"),
  recipient: z.string(),
  reference: z.string().check(z.regex(/^[a-z0-9_-]{16,50}$/)),
  reason: z.string(),
});

interface SandboxTransfer {
  readonly reference: string;
  readonly amount: number;
  readonly code: string;
  status: "pending" | "success" | "failed" | "reversed";
}

const KEPT = 1000;
const no = (status: number, message: string, code?: string): Answer => ({
  status,
  body: { status: false, message, ...(code && { code }) },
});
const yes = (message: string, data: unknown): Answer => ({ status: 200, body: { status: true, message, data } });

export const createSandboxBank = (notify: (event: string, data: object) => Promise<void>): SandboxBank => {
  const recipients = createBoundedCache<string, string>(KEPT);
  const transfers = createBoundedCache<string, SandboxTransfer>(KEPT);
  const wire = ({ reference, amount, code, status }: SandboxTransfer) => ({
    domain: "test",
    reference,
    amount,
    currency: "NGN",
    status,
    transfer_code: code,
  });
  const become = (transfer: SandboxTransfer, status: SandboxTransfer["status"], afterMs: number): void => {
    setTimeout(() => {
      transfer.status = status;
      void notify(`transfer.${status}`, wire(transfer));
    }, afterMs).unref();
  };

  return {
    banks: () =>
      yes(
        "Banks retrieved",
        banks.map(([code, name]) => ({ code, name, active: true, is_deleted: false, type: "nuban", currency: "NGN" })),
      ),

    resolve(query) {
      const asked = accountOf.safeParse(query);
      const owner = asked.success ? ownerOf(asked.data.account_number) : undefined;
      if (!asked.success || !owner) return no(422, "Could not resolve account name. Check parameters or try again.");
      return yes("Account number resolved", { account_number: asked.data.account_number, account_name: owner });
    },

    makeRecipient(body) {
      const asked = recipientBody.safeParse(body);
      if (!asked.success) return no(400, "Invalid request");
      const { account_number: accountNumber, bank_code: bankCode } = asked.data;
      if (fates[accountNumber.slice(-1)] === "is refused") return no(400, "Account number is invalid");
      const code = `RCP_${bankCode}_${accountNumber}`;
      recipients.set(code, accountNumber);
      return yes("Transfer recipient created successfully", { recipient_code: code, active: true });
    },

    send(body) {
      const asked = transferBody.safeParse(body);
      const accountNumber = asked.success ? recipients.get(asked.data.recipient) : undefined;
      if (!asked.success || accountNumber === undefined) return no(400, "Invalid request");
      const { reference, amount } = asked.data;
      if (transfers.has(reference)) {
        const message = "Please provide a unique reference. Reference already exists on a transfer";
        return no(400, message, "duplicate_transfer_reference");
      }
      const transfer: SandboxTransfer = { reference, amount, code: `TRF_${randomUUID()}`, status: "pending" };
      transfers.set(reference, transfer);
      const fate = fates[accountNumber.slice(-1)];
      become(transfer, fate === "fails" ? "failed" : "success", DECIDED_AFTER_MS);
      if (fate === "comes back") become(transfer, "reversed", RETURNED_AFTER_MS);
      return yes("Transfer has been queued", wire(transfer));
    },

    verify(reference) {
      const transfer = transfers.get(reference);
      return transfer ? yes("Transfer retrieved", wire(transfer)) : no(404, "Transfer not found", "transfer_not_found");
    },
  };
};
