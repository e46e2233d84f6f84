// Puts a draft into a published sale: with the next number, or behind another lot (12A).
import { lotNumberText, readLotNumber } from "@jara/shared/sale-order";
import { useState } from "react";
import { messageOf } from "../../../../lib/api.ts";
import { toast } from "../../../../store/toast.ts";
import { Field, Input } from "../../../../ui/field.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useAddLateLot } from "../hooks/use-sale-changes.ts";
import { Drafts } from "./drafts.tsx";

export const LateLots = ({ saleId }: { saleId: string }) => {
  const [typed, setTyped] = useState("");
  const { mutate, isPending, isError, error } = useAddLateLot(saleId);
  const number = readLotNumber(typed);
  const isWrong = typed.trim() !== "" && !number?.suffix;
  return (
    <details className="rounded-box border border-line bg-surface">
      <summary className="min-h-11 content-center px-4 font-semibold">Add a late lot</summary>
      <div className="grid gap-4 border-line border-t p-4">
        <p className="text-ink-soft text-sm">
          It opens with the sale, or at once if the sale is open. Without a number it is the last lot; as 12A it comes
          after lot 12 and closes with it.
        </p>
        {isError && <Notice tone="error">{messageOf(error, "Failed to add the lot")}</Notice>}
        <Field
          label="Lot number (optional)"
          hint="A number of this sale and a letter, such as 12A."
          error={isWrong ? "Please write a number of this sale and a letter, such as 12A." : undefined}
          className="max-w-sm"
        >
          <Input autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <Drafts
          isFree={({ sale }) => sale === null}
          isDisabled={isPending || isWrong}
          onAdd={({ _id: auctionId, title }) =>
            mutate(
              { auctionId, ...(number && { number: lotNumberText(number) }) },
              {
                onSuccess: () => {
                  setTyped("");
                  toast.success(`${title} is in the sale`);
                },
              },
            )
          }
        />
      </div>
    </details>
  );
};
