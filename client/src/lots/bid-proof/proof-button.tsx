// A quiet button that opens the proof of a bid. The dialog loads when it is asked for, or before where a page offers proofs,
// so that it opens without a connection too.
import { Suspense, useEffect, useState } from "react";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";
import { lateDialog } from "../../ui/late.tsx";
import { whatIsProved } from "./proof-words.ts";

const load = () => import("./proof-dialog.tsx");
const ProofDialog = lateDialog(load, ({ ProofDialog }) => ProofDialog);

/** The rest of the page loads first. */
const LOAD_AFTER_MS = 1_000;

export const useProofDialogSoon = (isOffered: boolean): void => {
  useEffect(() => {
    if (!isOffered) return;
    const timer = setTimeout(() => void load().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
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
