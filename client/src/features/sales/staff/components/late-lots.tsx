// Puts a draft into a published sale: with the next number, or behind another lot (12A). It asks first, because the lot is
// public at once.
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import { type LotNumber, lotNumberText, nextNumber, readLotNumber } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "#router";
import { serverNow } from "../../../../connection/connection.ts";
import { toast } from "../../../../store/toast.ts";
import { Ask } from "../../../../ui/ask.tsx";
import { Field, Input } from "../../../../ui/field.tsx";
import { plannedEndMs } from "../../planned-end.ts";
import { opensLater } from "../../sale-words.ts";
import { useAddLateLot } from "../hooks/use-sale-changes.ts";
import { draftsOfSaleQuery, lastNumberQuery, lotsOfImportQuery } from "../queries.ts";
import { Drafts } from "./drafts.tsx";

/** The drafts that the sale has and that did not open, then those of the import that the address names. */
const useOwnFirst = ({ _id, revision }: Sale) => {
  const importId = useSearchParams()[0].get("import");
  const { data: held } = useQuery(draftsOfSaleQuery(_id, revision));
  const { data: imported } = useQuery({ ...lotsOfImportQuery(importId ?? ""), enabled: importId !== null });
  return {
    own: held?.filter(({ isUpcoming }) => !isUpcoming) ?? [],
    imported: new Set(imported?.made),
  };
};

export const LateLots = ({ sale }: { sale: Sale }) => {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState<Auction | null>(null);
  const { own, imported } = useOwnFirst(sale);
  const number = readLotNumber(typed);
  const isWrong = typed.trim() !== "" && !number?.suffix;
  return (
    <details open={imported.size > 0} className="rounded-box border border-line bg-surface">
      <summary className="min-h-11 content-center px-4 font-semibold">Add a late lot</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t p-4">
        <p className="text-ink-soft text-sm">
          It opens with the sale, or at once if the sale is open. Without a number it is the last lot; as 12A it comes
          after lot 12 and closes with it.
        </p>
        <Field
          label="Lot number (optional)"
          hint="A number of this sale and a letter, such as 12A."
          error={isWrong ? "Please write a number of this sale and a letter, such as 12A." : undefined}
          className="max-w-sm"
        >
          <Input autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <Drafts
          isFree={({ sale: other, isUpcoming }) => other === null || (other._id === sale._id && !isUpcoming)}
          first={own}
          isFirst={({ _id }) => imported.has(_id)}
          isDisabled={isWrong}
          needsTerms
          onAdd={setAsked}
        />
      </div>
      <AskToAdd
        sale={sale}
        lot={asked}
        number={number}
        onClose={(isAdded) => {
          setAsked(null);
          if (isAdded) setTyped("");
        }}
      />
    </details>
  );
};

interface AskToAddProps {
  sale: Sale;
  lot: Auction | null;
  /** The typed number; null: the next one. */
  number: LotNumber | null;
  onClose: (isAdded: boolean) => void;
}

const AskToAdd = ({ sale, lot, number, onClose }: AskToAddProps) => {
  const add = useAddLateLot(sale._id);
  const { data: last } = useQuery({ ...lastNumberQuery(sale._id, sale.revision), enabled: lot !== null });
  const taken = number ?? (last === undefined ? null : nextNumber(last ?? undefined));
  return (
    <Ask
      open={lot !== null}
      title={lot ? questionOf(lot, taken) : ""}
      yes="Add to the sale"
      of={add}
      failed="Failed to add the lot"
      onNo={() => onClose(false)}
      onYes={() =>
        lot &&
        add.mutate(
          { auctionId: lot._id, ...(number && { number: lotNumberText(number) }) },
          {
            onSuccess: () => {
              toast.success(`${lot.title} is in the sale`);
              onClose(true);
            },
          },
        )
      }
    >
      <p>{whenWords(sale, taken)}</p>
    </Ask>
  );
};

const questionOf = ({ title }: Auction, taken: LotNumber | null): string =>
  taken ? `Add lot ${lotNumberText(taken)}, “${title}”, to the sale now?` : `Add “${title}” to the sale now?`;

const whenWords = (sale: Sale, taken: LotNumber | null): string => {
  const opens =
    opensLater(sale, serverNow()) && sale.opensAt
      ? `It is published at once, opens for bids ${formatLagosTime(sale.opensAt)}`
      : "It is published and open for bids at once";
  const closes = taken
    ? ` and closes ${formatLagosTime(new Date(plannedEndMs(sale, taken.lotNumber)).toISOString())}`
    : "";
  return `${opens}${closes}.`;
};
