// A quiet button that opens the proof of a bid. The dialog loads when it is asked for, or before where a page offers proofs,
// so that it opens without a connection too.
import { lazy, Suspense, useEffect, useState } from "react";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { whatIsProved } from "./proof-words.ts";

const load = () => import("./proof-dialog.tsx");
const ProofDialog = lazy(async () => ({ default: (await load()).ProofDialog }));

export const useProofDialogSoon = (isOffered: boolean): void => {
  useEffect(() => {
    if (isOffered)
      void whenIdle()
        .then(load)
        .catch(() => {});
  }, [isOffered]);
};

interface ProofButtonProps {
  kept: KeptReceipt;
  /** The lot's. */
  title: string;
  children: string;
  className?: string;
}

export const ProofButton = ({ kept, title, children, className = "" }: ProofButtonProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${children}: ${whatIsProved(kept)}`}
        onClick={() => setIsOpen(true)}
        className={`inline-flex min-h-11 items-center font-semibold text-brand text-sm underline underline-offset-4 pointer-fine:min-h-9 ${className}`}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ProofDialog kept={kept} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
