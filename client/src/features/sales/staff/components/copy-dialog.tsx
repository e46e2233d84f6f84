// Asks what the copy of a sale is to have, makes it, and goes to it.
import type { Sale } from "@jara/shared/rest/sales";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { useNavigate } from "#router";
import { serverNow } from "../../../../connection/connection.ts";
import { lotsWords } from "../../../../lots/lots-words.ts";
import { toast } from "../../../../store/toast.ts";
import { Ask } from "../../../../ui/ask.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Check } from "../../../../ui/check.tsx";
import { copyOf } from "../copy-sale.ts";
import { useCopySale } from "../hooks/use-sale-changes.ts";

export const CopySale = ({ sale }: { sale: Sale }) => {
  const [isAsked, setIsAsked] = useState(false);
  const [withUnsold, setWithUnsold] = useState(true);
  const navigate = useNavigate();
  const copy = useCopySale(sale);
  const close = () => setIsAsked(false);
  const carryOut = () =>
    copy.mutate(
      { withUnsold: withUnsold && sale.isOver },
      {
        onSuccess: ({ sale: made, copied, leftOut }) => {
          close();
          const description = leftOut > 0 ? `${lotsWords(leftOut)} could not be copied: relisted before.` : undefined;
          toast.success(copied > 0 ? `Sale copied with ${lotsWords(copied)}` : "Sale copied", {
            ...(description && { description }),
          });
          void navigate(`/admin/sales/${made._id}`);
        },
      },
    );
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
        Copy this sale
      </Button>
      <Ask
        open={isAsked}
        title="Copy this sale?"
        yes="Make the draft"
        of={copy}
        failed="Failed to copy the sale"
        onNo={close}
        onYes={carryOut}
      >
        <p>
          A new draft with the same texts, terms and rules. Its first lot closes{" "}
          {formatLagosTime(copyOf(sale, serverNow()).closesAt)}.
        </p>
        {sale.isOver && <Check label="With copies of the unsold lots" checked={withUnsold} onChange={setWithUnsold} />}
      </Ask>
    </>
  );
};
