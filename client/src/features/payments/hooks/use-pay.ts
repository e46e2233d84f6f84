// Pays what is due from the balance, or starts an online payment. One press is one command: until an answer came, the
// same press again repeats the command under the same id, so nothing is paid twice.
import * as invoiceCalls from "@jara/shared/calls/invoices";
import * as calls from "@jara/shared/calls/purchases";
import { formatMoney } from "@jara/shared/money";
import type { Invoice } from "@jara/shared/rest/invoices";
import type { PayAnswer, Win } from "@jara/shared/rest/settlements";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { isUnknown, useCommand } from "../../../connection/use-command.ts";
import { ApiError, ask } from "../../../lib/api.ts";
import { refreshUser } from "../../../lib/own-account.ts";
import { noteBalance } from "../../../money/note-balance.ts";
import { paymentPage } from "../../../money/payment-page.ts";
import { useResetOnBack } from "../../../money/use-top-up.ts";
import { toast } from "../../../store/toast.ts";
import { owedKeys, WIN } from "../queries.ts";

type Owed = Pick<Win, "_id" | "remaining" | "auction">;
type Together = Pick<Invoice, "_id" | "remaining">;

interface Payment<A, T> {
  readonly method: "balance" | "online";
  /** Another name is another payment. */
  readonly name: string;
  readonly send: (commandId: string) => Promise<A>;
  readonly take: (answer: A) => T;
}

const usePayment = <A, T>({ method, name, send, take }: Payment<A, T>) => {
  const client = useQueryClient();
  const isBusy = useRef(false);
  const readAgain = () => Promise.all(owedKeys.map((key) => client.invalidateQueries({ queryKey: [key] })));
  const mutation = useCommand(async (_: undefined, commandId: string) => take(await send(commandId)), {
    nameOf: () => name,
    // The payment is under way until the page shows what is left to pay.
    onSuccess: async () => {
      // The page is left for the payment page, and may come back from it.
      isBusy.current = method === "online";
      if (method !== "balance") return;
      void refreshUser();
      await readAgain();
    },
    onError: (error) => {
      isBusy.current = false;
      if (isUnknown(error)) return;
      // The balance, or what is due, is not what the page believed.
      if (error instanceof ApiError && error.body) void noteBalance(error.body);
      void readAgain();
    },
  });
  return {
    ...mutation,
    /** Does nothing while a press before this one has no answer. */
    pay: () => {
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate(undefined);
    },
    reset: () => {
      isBusy.current = false;
      mutation.reset();
    },
  };
};

/** Only a payment that staff book may wait for a second person. */
const forLot = (method: "balance" | "online", { _id, remaining }: Owed) => ({
  method,
  name: `${_id} ${remaining}`,
  send: async (commandId: string) =>
    (await ask(calls.paySettlement, { params: { id: _id }, body: { method, commandId } })) as PayAnswer,
});

/** All lots of an invoice. */
const forInvoice = (method: "balance" | "online", { _id, remaining }: Together) => ({
  method,
  name: `${_id} ${remaining}`,
  send: async (commandId: string) =>
    (await ask(invoiceCalls.payInvoice, {
      params: { id: _id },
      body: { method, seen: remaining, commandId },
    })) as Pick<PayAnswer, "authorizationUrl" | "promise">,
});

export const usePayFromBalance = (owed: Owed) => {
  const client = useQueryClient();
  return usePayment({
    ...forLot("balance", owed),
    take: ({ win }) => {
      if (win) client.setQueriesData({ queryKey: [WIN, owed.auction._id] }, win);
    },
  });
};

/** The card of the invoice is gone with the payment, so a toast says that it came. */
export const usePayAllFromBalance = (invoice: Together & Pick<Invoice, "currency">, lots: string) =>
  usePayment({
    ...forInvoice("balance", invoice),
    take: () => toast.success(`${lots} paid: ${formatMoney(invoice.remaining, invoice.currency)}`),
  });

/**
 * Stays pending until the page is left for the payment service's page. For lots in dollars `data` says first what the naira
 * count for and until when, and the page is left by its link.
 */
const usePayingOnline = (payment: ReturnType<typeof forLot> | ReturnType<typeof forInvoice>) => {
  const start = usePayment({
    ...payment,
    take: ({ authorizationUrl = "", promise }: Pick<PayAnswer, "authorizationUrl" | "promise">) => {
      const address = paymentPage(authorizationUrl);
      if (promise) return { ...promise, address };
      window.location.assign(address);
      return null;
    },
  });
  useResetOnBack(start.reset);
  return start;
};

export const usePayOnline = (owed: Owed) => usePayingOnline(forLot("online", owed));
export const usePayAllOnline = (invoice: Together) => usePayingOnline(forInvoice("online", invoice));
