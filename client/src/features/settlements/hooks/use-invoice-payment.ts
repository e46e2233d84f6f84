// Records one payment for the lots of an invoice.
import type { InputOf } from "@jara/shared/calls/call";
import * as invoiceCalls from "@jara/shared/calls/invoices";
import type { Invoice } from "@jara/shared/rest/invoices";
import { useCommand } from "../../../connection/use-command.ts";
import { ask, messageOf } from "../../../lib/api.ts";
import { isWaiting, sayWaiting } from "../../../lib/second-person.ts";
import { toast } from "../../../store/toast.ts";
import { bookedBefore, UNCONFIRMED } from "./use-settlement-action.ts";

type Body = InputOf<typeof invoiceCalls.payInvoice.body>;

export const useInvoicePayment = (
  { _id, number }: Invoice,
  { onDone, onClose }: { onDone: () => void; onClose: () => void },
) => {
  const { mutate, isPending, error } = useCommand(
    (body: Body, key) => ask(invoiceCalls.payInvoice, { params: { id: _id }, body, idempotencyKey: key }),
    {
      nameOf: (body) => JSON.stringify([_id, body]),
      onSuccess: (answer) => {
        if (isWaiting(answer)) sayWaiting();
        else toast.success(`Payment recorded for invoice ${number}`);
        onDone();
        onClose();
      },
    },
  );
  return {
    run: (body: Body) => {
      if (!isPending) mutate(body);
    },
    isPending,
    problem: error ? messageOf(error, UNCONFIRMED) : null,
    bookedBefore: bookedBefore(error),
  };
};
