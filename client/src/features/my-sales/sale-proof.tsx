// "Show proof" of a lot that the user sells: a file that shows whose lot it is and which reserve was fixed, and where to check
// it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { failureWords } from "../../lib/failure-words.ts";
import { saveFile } from "../../lib/save-file.ts";
import { fetchProof } from "../../lots/bid-proof/fetch-proof.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

interface SaleProofProps {
  auctionId: string;
  title: string;
  hasReserve: boolean;
}

/** False: the log does not have the seller. */
const saveProof = async (auctionId: string): Promise<boolean> => {
  const proof = await fetchProof(auctionId);
  if (!proof.seller) return false;
  const file = new Blob([JSON.stringify(proof)], { type: "application/json" });
  saveFile(file, `jara-proof-${auctionId.slice(0, 8)}-seller.json`);
  return true;
};

export const SaleProof = (props: SaleProofProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Show proof: ${props.title}`}
        onClick={() => setIsOpen(true)}
        className="-my-2 inline-flex min-h-11 w-fit items-center font-semibold text-brand text-sm underline underline-offset-4 pointer-fine:min-h-9"
      >
        Show proof
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Proof of your lot" sheet>
        {isOpen && <Proof {...props} />}
      </Dialog>
    </>
  );
};

const Proof = ({ auctionId, title, hasReserve }: SaleProofProps) => {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => saveProof(auctionId) });
  const what = hasReserve ? "that you sell this lot, and which reserve was fixed for it" : "that you sell this lot";
  return (
    <>
      <p dir="auto" className="rounded-box bg-sunken p-4 font-semibold wrap-anywhere">
        {title}
      </p>
      <p>
        The public log has a code in place of the seller{hasReserve && ", and one in place of the reserve"}. This file
        shows {what}. Nobody can change either secretly, and nobody else can show it.
      </p>
      {error && <Notice tone="error">{failureWords(error, "We could not read the log. Please try again.")}</Notice>}
      {data === false && (
        <Notice tone="error">
          The public log does not say who sells this lot. If it opened a moment ago, try again in a minute.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button className="flex-auto" pending={isPending} onClick={() => mutate()}>
          Save as a file
        </Button>
        <Link to={`/verify?auction=${auctionId}`} className={`${buttonClass("secondary")} flex-auto`}>
          Check it
        </Link>
      </div>
      <p className="text-ink-soft text-sm">
        Whoever gets the file learns that the lot is yours{hasReserve && ", and its reserve"}.
      </p>
    </>
  );
};
