// The state of the bid form: what is typed, what waits for confirmation, what was sent, and its outcome. One press
// makes one command. Until the server has answered, a retry repeats it under the same id, so that one press never
// becomes two bids.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { formatMoney } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { sendCommand } from "../../../connection/connection.ts";
import { REST_MS } from "../../../lib/use-settled.ts";
import { noteOutcome } from "../../../live/live.ts";
import type { ReadVersion } from "../../../lots/changes/read-version.ts";
import { asksAboutBid } from "../../../lots/second-look.ts";
import { useIfLeft } from "../../../lots/use-if-left.ts";
import { noteBalance } from "../../../money/note-balance.ts";
import { toast } from "../../../store/toast.ts";
import { bidError, FAILED, PLACED } from "../bid-rules.ts";

export type BidAnswer =
  | { kind: "accepted"; amount: number; outcome: AuctionOutcome }
  | { kind: "refused"; amount: number; error: ErrorBody }
  | { kind: "unconfirmed"; amount: number; error: ErrorBody };

interface Command {
  auctionId: string;
  amount: number;
  commandId: string;
  /** The content version of the lot that the bidder has read. */
  contentVersion?: number;
}

export interface Bidding {
  typed: string;
  type: (text: string) => void;
  error: string | null;
  /** The amount that waits for confirmation. */
  asking: number | null;
  confirm: () => void;
  dismiss: () => void;
  /** False when the typed text cannot be a bid; `error` then gives the reason. */
  submit: () => boolean;
  pending: boolean;
  /**
   * True for a moment after an answer put another amount into the input, so that an impatient tap does not bid that
   * amount.
   */
  resting: boolean;
  answer: BidAnswer | null;
  retry: () => void;
  /** Bids the minimum bid, without typing it. */
  bidNext: () => void;
  /** Sends the refused amount again, on the current content of the lot. */
  bidOnChanged: () => void;
}

type BidAuction = Pick<
  Auction,
  "_id" | "title" | "minimumBid" | "bidIncrement" | "currency" | "isLeading" | "hasReserve" | "reserveMet"
>;

/** `typedBefore`: what was typed before the user left to add money. */
export const useBidding = (auction: BidAuction, reading: ReadVersion, typedBefore = ""): Bidding => {
  const [typed, showTyped] = useState(typedBefore);
  const typedNow = useRef(typedBefore);
  const setTyped = (text: string) => {
    typedNow.current = text;
    showTyped(text);
  };
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState<number | null>(null);
  const [pending, setPending] = useState(false);
  const [resting, setResting] = useState(false);
  const [answer, setAnswer] = useState<BidAnswer | null>(null);
  /** The command whose outcome is unknown. */
  const [open, setOpen] = useState<Command | null>(null);

  const ifLeft = useIfLeft();

  const send = async (command: Command, isTyped: boolean) => {
    const typedThen = typedNow.current;
    setPending(true);
    setAnswer(null);
    const became = await place(command);
    setPending(false);
    setAnswer(became);
    ifLeft(() => sayElsewhere(became, auction));
    setOpen(became.kind === "unconfirmed" ? command : null);
    const next = nextTyped(became, isTyped);
    // An amount that was typed while the bid was under way stays.
    if (next === null || typedNow.current !== typedThen) return;
    setTyped(next);
    if (next === "") return;
    setResting(true);
    setTimeout(() => setResting(false), REST_MS);
  };

  const bid = (amount: number, contentVersion = reading.version, isTyped = true) => {
    const again = open?.amount === amount;
    const command = again ? open : { auctionId: auction._id, amount, contentVersion, commandId: newCommandId() };
    void send(command, isTyped);
  };

  return {
    typed,
    error,
    asking,
    pending,
    resting,
    answer,
    type: (text) => {
      setTyped(text);
      setResting(false);
      setError(null);
      setAnswer((kept) => (kept?.kind === "unconfirmed" ? kept : null));
    },
    submit: () => {
      if (pending || resting) return true;
      const wrong = bidError(typed, auction);
      setError(wrong);
      const amount = readPositive(typed);
      if (wrong || amount === null) return false;
      // The form asks first, so that nobody raises their own price by accident.
      if (asksAboutBid(amount, auction)) setAsking(amount);
      else bid(amount);
      return true;
    },
    confirm: () => {
      if (asking !== null) bid(asking);
      setAsking(null);
    },
    dismiss: () => setAsking(null),
    retry: () => {
      if (open && !pending) void send(open, true);
    },
    bidNext: () => {
      if (!pending) bid(auction.minimumBid, reading.version, false);
    },
    bidOnChanged: () => {
      if (pending || answer?.kind !== "refused" || answer.error.contentVersion === undefined) return;
      reading.accept(answer.error.contentVersion);
      bid(answer.amount, answer.error.contentVersion);
    },
  };
};

const sayElsewhere = (answer: BidAnswer, { title: lot, currency }: BidAuction): void => {
  const money = (amount: number) => formatMoney(amount, currency);
  if (answer.kind === "refused") toast.error(FAILED, { lot, description: answer.error.message });
  else if (answer.kind === "unconfirmed") {
    const description = "Open the lot to see whether it counts.";
    toast.warning(`We could not confirm your bid of ${money(answer.amount)}`, { lot, description });
  } else if (answer.outcome.isLeading) toast.success(PLACED, { lot });
  else toast.warning(`You were outbid at ${money(answer.outcome.currentPrice)}`, { lot });
};

const place = async (command: Command): Promise<BidAnswer> => {
  const { amount } = command;
  const result = await sendCommand("bid:place", command);
  if (result.ok) {
    noteOutcome(result.auction);
    return { kind: "accepted", amount, outcome: result.auction };
  }
  void noteBalance(result.error);
  return { kind: result.error.code === "UNAVAILABLE" ? "unconfirmed" : "refused", amount, error: result.error };
};

/**
 * The content of the form after an answer: empty after an accepted bid, the new minimum bid if the price has moved; null
 * leaves it unchanged.
 */
const nextTyped = (answer: BidAnswer, isTyped: boolean): string | null => {
  if (answer.kind === "accepted") return "";
  const minimumBid = isTyped && answer.error.code === "BID_TOO_LOW" ? answer.error.minimumBid : undefined;
  return minimumBid === undefined ? null : writtenAmount(minimumBid);
};
