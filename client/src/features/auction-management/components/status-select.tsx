// A select in the row that changes the auction's status. A key press never changes the status directly: it opens the
// list, and the choice is made there.

import { type Auction, type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import { type KeyboardEvent, useId } from "react";
import { cx } from "../../../lib/cx.ts";
import { useMay } from "../../../ui/may.tsx";
import { statusChoices } from "../auction-filters.ts";

interface StatusSelectProps {
  auction: Pick<Auction, "title" | "status">;
  /** The requested status that is not answered yet. */
  pending: AuctionStatus | undefined;
  /** The reason why the last choice failed. */
  error: string | undefined;
  onChoose: (status: AuctionStatus) => void;
}

const looks: Record<AuctionStatus, string> = {
  active: "border-brand bg-surface text-brand",
  ended: "border-line-strong bg-sunken text-ink",
  cancelled: "border-danger bg-danger-soft text-danger",
  sold: "border-brand bg-brand-soft text-brand",
  draft: "border-line-strong border-dashed bg-surface text-ink",
  paused: "border-line-strong bg-sunken text-ink",
};

export const StatusSelect = ({ auction, pending, error, onChoose }: StatusSelectProps) => {
  const errorId = useId();
  const shown = pending ?? auction.status;
  const mayRun = useMay("auctions:run");
  // Every status is offered to those who may run auctions. The server refuses what cannot be.
  const choices = statusChoices.filter(
    ([status]) => mayRun || status === shown || (auction.status === "draft" && status === "active"),
  );
  return (
    <>
      <select
        aria-label={`Status of ${auction.title}`}
        aria-busy={pending !== undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error ? errorId : undefined}
        disabled={choices.length < 2}
        value={shown}
        onKeyDown={openInstead}
        onChange={({ target }) => {
          const chosen = auctionStatuses.find((status) => status === target.value);
          if (chosen) onChoose(chosen);
        }}
        className={cx(
          "min-h-11 w-full min-w-0 max-w-36 rounded-box border px-2 font-semibold text-sm pointer-fine:min-h-9",
          looks[shown],
          pending && "opacity-60",
        )}
      >
        {choices.map(([status, label]) => (
          <option key={status} value={status} className="bg-surface text-ink">
            {label}
          </option>
        ))}
      </select>
      {error && (
        <p id={errorId} className="mt-1 font-medium text-danger text-sm [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
    </>
  );
};

/** In a closed select, arrow and letter keys would change the value at once, so they open the list instead. */
const openInstead = (event: KeyboardEvent<HTMLSelectElement>) => {
  const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
  const chooses = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down)|[^\s])$/.test(key);
  if (!chooses || altKey || ctrlKey || metaKey || !("showPicker" in currentTarget)) return;
  event.preventDefault();
  try {
    currentTarget.showPicker();
  } catch {
    // showPicker is not allowed here; Enter and Space still open the list.
  }
};
