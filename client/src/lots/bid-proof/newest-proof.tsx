// Folded in the bid history: the proof of the newest command that the person sent for the lot from this device.
import { ProofButton, useProofDialogSoon } from "./proof-button.tsx";
import { whatIsProved } from "./proof-words.ts";
import { useKeptReceipts } from "./use-kept-receipts.ts";

interface NewestProofProps {
  auctionId: string;
  title: string;
  /** False for a lot without bids: a maximum, a purchase and a bid before the auction began again have proofs too. */
  hasBids: boolean;
}

export const NewestProof = ({ auctionId, title, hasBids }: NewestProofProps) => {
  const newest = useKeptReceipts(auctionId).at(-1);
  useProofDialogSoon(newest !== undefined);
  if (!newest) return null;
  return (
    <details className="text-ink-soft text-sm">
      <summary className="-my-1 min-h-11 w-fit content-center font-semibold hover:text-ink">
        Proof of your newest {hasBids && newest.type === "bid" ? "bid" : "action"}
      </summary>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="tabular">{whatIsProved(newest)}</span>
        <ProofButton kept={newest} title={title}>
          Show proof
        </ProofButton>
      </p>
    </details>
  );
};
