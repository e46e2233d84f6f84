// Asks before a lot is copied into a new draft that is linked to it, and for the sale that gets the draft.
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useState } from "react";
import { useCommand } from "../../../connection/use-command.ts";
import { messageOf } from "../../../lib/api.ts";
import { ReasonField } from "../../../lots/status/reason-field.tsx";
import { saleLabel } from "../../../queries/sales-to-choose.ts";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
import { intoSaleWords } from "../bulk-plan.ts";
import { addToSale, relistAuction } from "../queries.ts";
import { IntoSale, useOpenSales } from "./into-sale.tsx";

interface RelistDialogProps {
  auction: ManagedAuction | null;
  onRelisted: (copy: Auction) => void;
  onClose: () => void;
}

const effects = [
  "A new draft gets its texts, prices and pictures. Bids are not copied, and this lot stays as it is.",
  "After that this lot can be neither sold nor opened again, unless you delete the draft.",
  "Only staff see the draft until you publish it. Both lots link to each other.",
];

interface Asked {
  readonly _id: string;
  readonly reason: string;
  /** The sale that gets the copy, or empty for none. */
  readonly saleId: string;
}

/** A draft that the sale refuses stays in no sale, and `problem` says why. */
const relist = async ({ _id, reason, saleId }: Asked, key: string): Promise<{ copy: Auction; problem: unknown }> => {
  const copy = await relistAuction(_id, key, reason);
  if (saleId === "") return { copy, problem: null };
  return await addToSale(saleId, copy._id).then(
    () => ({ copy, problem: null }),
    (problem: unknown) => ({ copy, problem }),
  );
};

export const RelistDialog = ({ auction, onRelisted, onClose }: RelistDialogProps) => {
  const [reason, setReason] = useState("");
  const [saleId, setSaleId] = useState("");
  const sales = useOpenSales(auction !== null);
  const sale = sales.find(({ _id }) => _id === saleId);
  const empty = () => {
    setReason("");
    setSaleId("");
  };
  // A request without an answer is sent again with its first reason, so that it makes one copy.
  const relisting = useCommand((asked: Asked, key, first) => relist({ ...first, saleId: asked.saleId }, key), {
    nameOf: ({ _id }) => _id,
    onSuccess: ({ copy, problem }) => {
      empty();
      if (problem === null) toast.success(`Relisted as a draft: ${copy.title}`);
      else toast.error(`Relisted, but not added to the sale: ${messageOf(problem, "we could not confirm it")}`);
      onRelisted(copy);
    },
  });
  const close = () => {
    empty();
    relisting.forget();
    onClose();
  };
  return (
    <Ask
      open={auction !== null}
      title="Relist this lot?"
      no="Leave it"
      yes="Relist"
      of={relisting}
      failed="We could not confirm that this went through."
      onNo={close}
      onYes={() => auction && relisting.mutate({ _id: auction._id, reason: reason.trim(), saleId: sale?._id ?? "" })}
    >
      <div className="grid gap-2 text-sm">
        <p className="font-semibold [overflow-wrap:anywhere]">{auction?.title}</p>
        <ul className="grid gap-2">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </div>
      <IntoSale sales={sales} saleId={sale?._id ?? ""} onChoose={setSaleId} />
      {sale && <p className="text-sm">{intoSaleWords(saleLabel(sale), 1)}</p>}
      <ReasonField value={reason} onChange={setReason} />
    </Ask>
  );
};
