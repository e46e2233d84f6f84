// Folded in the bid history: the proof of the newest command that the person sent for the lot from this device.
import { ProofButton, useProofDialogSoon } from "./proof-button.tsx";
import { whatIsProved } from "./proof-words.ts";
import { useKeptReceipts } from "./use-kept-receipts.ts";

export const NewestProof = ({ auctionId, title }: { auctionId: string; title: string }) => {
  const newest = useKeptReceipts(auctionId).at(-1);
  useProofDialogSoon(newest !== undefined);
  if (!newest) return null;
  return (
    <details className="text-ink-soft text-sm">
      <summary className="-my-1 min-h-11 w-fit content-center font-semibold hover:text-ink">
        Proof of your newest bid
      </summary>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="tabular">{whatIsProved(newest)}</span>
        <ProofButton kept={newest} title={title}>
          Proof
        </ProofButton>
      </p>
    </details>
  );
};
