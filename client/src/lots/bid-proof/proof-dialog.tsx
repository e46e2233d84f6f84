// "Proof of your bid": what the site signed, in plain words, and how to keep it, move it and check it. It needs no
// connection.
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";
import { lagosSecond } from "../../lib/lagos-moment.ts";
import { logKeys } from "../../lib/log-keys.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { addressOfCheck, fileNameOf, proofFileOf } from "./proof-file.ts";
import { whatIsProved } from "./proof-words.ts";

export interface ProofDialogProps {
  kept: KeptReceipt;
  /** The lot's title; the receipt itself names it by its id. */
  title: string;
  onClose: () => void;
}

export const ProofDialog = ({ kept, title, onClose }: ProofDialogProps) => (
  <Dialog open onClose={onClose} title={kept.type === "bid" ? "Proof of your bid" : "Proof of your action"} sheet>
    <Proof kept={kept} title={title} />
  </Dialog>
);

const Proof = ({ kept, title }: Omit<ProofDialogProps, "onClose">) => {
  const { data: keys } = useQuery({ queryKey: ["log-keys"], queryFn: logKeys });
  const house = keys?.house ?? [];
  const { data: address = null } = useQuery({
    queryKey: ["proof-address", kept.command, keys],
    queryFn: () => addressOfCheck(kept.receipt, house),
  });
  const save = async () => {
    const file = await proofFileOf(kept, [...house, ...(keys?.witnesses ?? [])]);
    saveFile(new Blob([file], { type: "application/json" }), fileNameOf(kept));
  };
  return (
    <>
      <div className="rounded-box bg-sunken p-4">
        <p className="tabular font-bold text-lg">{whatIsProved(kept)}</p>
        <p dir="auto">{title}</p>
        <p className="tabular text-ink-soft text-sm">
          {lagosSecond(kept.at)}
          {kept.bid !== undefined && ` · bid ${kept.bid} on this lot`}
        </p>
      </div>
      <p>
        The site has signed this. If the site ever denies it, or claims a different amount, time or text of the lot,
        this proof shows the truth.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className="flex-auto" onClick={() => void save()}>
          Save as a file
        </Button>
        <Link to={address ?? "/verify"} className={`${buttonClass("secondary")} flex-auto`}>
          Check it
        </Link>
      </div>
      {address && (
        <div className="grid gap-2">
          <QrCode isLong text={location.origin + address} label="QR code of the proof" />
          <p className="text-ink-soft text-sm">Scan it with another device to take the proof there.</p>
        </div>
      )}
      <p className="text-ink-soft text-sm">
        The proof is kept on this device for your account, even after you log out. Save the file to have it elsewhere.
      </p>
    </>
  );
};
