// Sends each buyer of a sale who has something to pay one email with their invoice, after a question.
import { INVOICE_MAIL_HOURS } from "@jara/shared/rest/invoices";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { NoAccount } from "../../../money/no-account.tsx";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { sendInvoices } from "../queries.ts";

const buyersWords = (count: number): string => (count === 1 ? "1 buyer" : `${count} buyers`);

const sentWords = ({ sent, alreadySent }: Awaited<ReturnType<typeof sendInvoices>>): string => {
  if (sent === 0)
    return alreadySent === 0 ? "Nobody has to pay anything" : "Every buyer got the invoice within the hour";
  return `Invoices sent to ${buyersWords(sent)}${alreadySent > 0 ? `; ${buyersWords(alreadySent)} got it before` : ""}`;
};

export const SendInvoices = ({ saleId }: { saleId: string }) => {
  const [isAsking, setIsAsking] = useState(false);
  const send = useMutation({
    mutationFn: () => sendInvoices(saleId),
    onSuccess: (answer) => {
      setIsAsking(false);
      toast.success(sentWords(answer));
    },
  });
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
        Send invoices
      </Button>
      <Ask
        open={isAsking}
        title="Send the invoices?"
        yes="Send invoices"
        of={send}
        failed="Failed to send the invoices"
        onNo={() => setIsAsking(false)}
        onYes={() => send.mutate()}
      >
        <p>
          Each buyer of this sale who has something to pay gets one email: their lots, what is due and until when, and a
          link to the invoice. Nobody gets it twice within {INVOICE_MAIL_HOURS} hour.
        </p>
        <NoAccount />
      </Ask>
    </>
  );
};
