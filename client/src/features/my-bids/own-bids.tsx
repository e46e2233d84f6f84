// The person's own bids on a lot of My Bids, each with its proof if this device has it, and the proofs of the person's
// other commands.
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";
import { ProofButton, useProofDialogSoon } from "../../lots/bid-proof/proof-button.tsx";
import { whatIsProved } from "../../lots/bid-proof/proof-words.ts";
import { useKeptReceipts } from "../../lots/bid-proof/use-kept-receipts.ts";
import { VoidedLine } from "../../lots/voided-line.tsx";
import { BothMoney } from "./both-money.tsx";

type Row = Pick<MyAuction, "auction" | "bids" | "bidCount">;

const numberOf = ({ auction }: Row, { _id }: MyAuction["bids"][number]): number =>
  Number(_id.slice(auction._id.length + 1));

export const OwnBids = ({ row }: { row: Row }) => {
  const { auction, bids, bidCount } = row;
  const kept = useKeptReceipts(auction._id);
  useProofDialogSoon(kept.length > 0);
  if (bidCount === 0 && kept.length === 0) return null;
  const older = bidCount - bids.length;
  const listed = new Set(bids.map((bid) => numberOf(row, bid)));
  const others = kept.filter(({ bid }) => bid === undefined || !listed.has(bid)).reverse();
  const proofOf = (number: number) => kept.find(({ bid }) => bid === number);
  return (
    <details className="col-span-2 lg:col-span-3 lg:col-start-2">
      <summary className="-my-2 min-h-11 w-fit content-center font-semibold text-ink-soft text-sm hover:text-ink">
        {summaryOf(bidCount, kept.length)}
      </summary>
      <ul className="mt-2 max-w-xl divide-y divide-line border-line border-t text-sm">
        {bids.map((bid) => (
          <Line key={bid._id} at={bid.timestamp} title={auction.title} proof={proofOf(numberOf(row, bid))}>
            <BothMoney
              amount={bid.amount}
              currency={auction.currency}
              className={bid.voided ? "text-ink-soft line-through" : "font-semibold"}
            />
            {bid.voided && <VoidedLine reason={bid.voided.reason} className="text-danger text-xs" />}
            {bid.kind === "auto" && <span className="text-ink-soft text-xs">Auto-bid</span>}
          </Line>
        ))}
        {others.map((proof) => (
          <Line key={proof.command} at={proof.at} title={auction.title} proof={proof}>
            {whatIsProved(proof)}
          </Line>
        ))}
      </ul>
      {older > 0 && (
        <p className="pt-2 text-ink-soft text-sm">
          {older === 1 ? "One earlier bid is" : `${older} earlier bids are`} in the auction's history.
        </p>
      )}
      <p className="pt-2 text-ink-soft text-sm">
        {kept.length === 0 && "This device has no proof of your bids here. "}A proof stays on the device with which you
        bid, even after you log out.
      </p>
    </details>
  );
};

const summaryOf = (bidCount: number, proofs: number): string => {
  if (bidCount === 0) return proofs === 1 ? "Your proof" : `Your ${proofs} proofs`;
  const bids = bidCount === 1 ? "Your bid" : `Your ${bidCount} bids`;
  return proofs === 0 ? bids : `${bids}, with proof`;
};

interface LineProps {
  at: string;
  title: string;
  proof: KeptReceipt | undefined;
  children: ReactNode;
}

const Line = ({ at, title, proof, children }: LineProps) => (
  <li className="flex items-center gap-x-4 py-2">
    <span className="flex flex-auto flex-wrap items-baseline justify-between gap-x-4">
      <span className="flex flex-wrap items-baseline gap-x-2">{children}</span>
      <time dateTime={at} className="tabular text-ink-soft">
        {formatLagosTime(at)}
      </time>
    </span>
    {proof && (
      <ProofButton kept={proof} title={title} className="-my-2">
        Show proof
      </ProofButton>
    )}
  </li>
);
