// Checks a proof on this device: one that is fetched for a lot, one in a file, or one in the page's address.
import type { BidReceipt } from "@jara/proof/bid-receipt";
import type { Verdict } from "@jara/proof/proof-file";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { receiptsOf } from "../../lib/kept-receipts.ts";
import { logKeys } from "../../lib/log-keys.ts";
import { fetchProof } from "../../lots/bid-proof/fetch-proof.ts";
import { useSession } from "../../store/session.ts";
import { receiptInAddress } from "./receipt-in-address.ts";
import { titleIn } from "./title-in.ts";

export type Check =
  | { readonly step: "nothing" }
  | { readonly step: "reading"; readonly entries: number }
  | { readonly step: "checking" }
  | { readonly step: "failed"; readonly why: string }
  | {
      readonly step: "done";
      readonly verdict: Verdict;
      readonly title: string | null;
      readonly text: string;
      readonly of: Source;
    };

type Source =
  | { readonly kind: "lot"; readonly auctionId: string }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "address" };

/** Larger files are no proofs. */
const FILE_MAX_BYTES = 50_000_000;

/**
 * The receipts of the signed-in person on this device, which the log of a lot must hold. They are not in the saved
 * file, because the receipt of a maximum would reveal it to everybody who gets the file.
 */
const keptFor = async (source: Source): Promise<readonly BidReceipt[]> => {
  const { user } = useSession.getState();
  if (source.kind !== "lot" || !user) return [];
  return (await receiptsOf(user._id))
    .filter(({ auction }) => auction === source.auctionId)
    .map(({ receipt }) => receipt);
};

const loadVerifier = () => import("@jara/proof/proof-file");

/** Shows the newest check alone. `ownWitnesses`: keys that the reader keeps; a change of them checks again what is shown. */
export const useCheck = (ownWitnesses: readonly string[]) => {
  // So that a file can be checked also if the connection is gone by then.
  useEffect(() => void Promise.all([loadVerifier(), logKeys()]).catch(() => {}), []);
  const [check, setCheck] = useState<Check>({ step: "nothing" });
  const newest = useRef(0);
  const own = useRef(ownWitnesses);
  const again = useRef(() => {});
  useEffect(() => {
    const isChanged = own.current !== ownWitnesses;
    own.current = ownWitnesses;
    if (isChanged) again.current();
  }, [ownWitnesses]);
  const run = async (of: Source, text: (read: (entries: number) => void) => Promise<string>) => {
    const number = ++newest.current;
    const say = (next: Check) => {
      if (number === newest.current) setCheck(next);
    };
    say({ step: "reading", entries: 0 });
    try {
      const proof = await text((entries) => say({ step: "reading", entries }));
      say({ step: "checking" });
      const [{ verifyProofFile }, { house, witnesses }, kept] = await Promise.all([
        loadVerifier(),
        logKeys(),
        keptFor(of),
      ]);
      say({
        step: "done",
        verdict: verifyProofFile(proof, Date.now(), house, { listed: witnesses, own: own.current }, kept),
        title: titleIn(proof),
        text: proof,
        of,
      });
    } catch (error) {
      say({ step: "failed", why: messageOf(error, error instanceof Error ? error.message : "Please try again.") });
    }
  };
  again.current = () => {
    if (check.step === "done") void run(check.of, async () => check.text);
  };
  return {
    check,
    ofLot: (auctionId: string) =>
      run({ kind: "lot", auctionId }, async (read) => JSON.stringify(await fetchProof(auctionId, read))),
    ofFile: (file: File) =>
      run({ kind: "file", name: file.name }, async () => {
        if (file.size > FILE_MAX_BYTES) throw new Error("This file is too large to be a proof.");
        return await file.text();
      }),
    ofAddress: (hash: string) => run({ kind: "address" }, async () => receiptInAddress(hash)),
  };
};

/** Starts with what the address names: a lot (`?auction=`), or a receipt (`#r=`, as a QR code has it). */
export const useCheckOfAddress = (
  { ofLot, ofAddress }: ReturnType<typeof useCheck>,
  auctionId: string | null,
): void => {
  const begun = useRef("");
  useEffect(() => {
    const { hash } = window.location;
    const what = auctionId ?? (hash.startsWith("#r=") ? hash : "");
    if (what === "" || begun.current === what) return;
    begun.current = what;
    void (auctionId === null ? ofAddress(hash) : ofLot(auctionId));
  });
};
