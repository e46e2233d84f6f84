// The wish price of a watched lot: the reader is reminded while the price is below it.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/watchlist";
import { VALID_AMOUNT } from "@jara/shared/form-sentences";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useState } from "react";
import { ask } from "../../lib/api.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { AskForm } from "../../ui/ask.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { takeWish } from "./queries.ts";

interface WishPriceProps {
  auction: Auction;
  /** Null: none. */
  wish: number | null;
}

export const WishPrice = ({ auction, wish }: WishPriceProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 max-w-full items-center gap-1.5 font-semibold text-brand text-sm underline underline-offset-4 pointer-fine:min-h-9"
        onClick={() => setOpen(true)}
      >
        <Tag aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 text-left [overflow-wrap:anywhere]">
          {wish === null ? (
            "Remind me if still below a price"
          ) : (
            <>
              Reminder if still below <OwnMoney amount={wish} currency={auction.currency} />
            </>
          )}
          <span className="sr-only"> for {auction.title}</span>
        </span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Remind me if still below a price">
        <WishForm auction={auction} wish={wish} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

const WishForm = ({ auction, wish, onDone }: WishPriceProps & { onDone: () => void }) => {
  const client = useQueryClient();
  const [typed, setTyped] = useState(wish === null ? "" : writtenAmount(wish));
  const [error, setError] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: (wishPrice: number | null) => ask(calls.watchLot, { params: { id: auction._id }, body: { wishPrice } }),
    onSuccess: ({ wishPrice = null }) => {
      takeWish(client, auction._id, wishPrice);
      onDone();
    },
  });
  const submit = () => {
    const amount = readPositive(typed);
    setError(amount === null ? VALID_AMOUNT : null);
    if (amount !== null) saving.mutate(amount);
  };
  return (
    <AskForm
      label="Remind me if still below a price"
      no={wish === null ? "Cancel" : "Remove"}
      yes="Save"
      of={saving}
      failed="Failed to save the price"
      onNo={() => (wish === null ? onDone() : saving.mutate(null))}
      onYes={submit}
    >
      <p className="grid gap-1 text-sm">
        <bdi className="font-semibold [overflow-wrap:anywhere]">{auction.title}</bdi>
        <span className="text-ink-soft">
          Current price{" "}
          <OwnMoney amount={auction.currentPrice} currency={auction.currency} className="font-semibold text-ink" />
        </span>
      </p>
      <Field
        label="Remind me in the last hour if the price is still below"
        hint="Prices only rise, unless bids are cancelled: if it then falls below, you hear of it too. It is not a bid."
        error={error}
      >
        <AmountInput typed={typed} onType={setTyped} currency={auction.currency} readOnly={saving.isPending} />
      </Field>
    </AskForm>
  );
};
