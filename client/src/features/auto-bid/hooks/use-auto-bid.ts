// Sets, confirms and cancels a max bid. As with bids, a command whose outcome is unknown is repeated under the same id. A
// command that is asked for while another one is under way follows it.
import type { Auction, AuctionOutcome, MaxBid } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useEffect, useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { sendCommand } from "../../../connection/connection.ts";
import { noteOutcome } from "../../../live/live.ts";
import type { ReadVersion } from "../../../lots/changes/read-version.ts";
import { asksAboutMaximum } from "../../../lots/second-look.ts";
import { CANCEL_FAILED, type Cancelling, sayCancelled } from "../../../lots/use-cancel-maximum.ts";
import { useIfLeft } from "../../../lots/use-if-left.ts";
import { noteBalance } from "../../../money/note-balance.ts";
import { toast } from "../../../store/toast.ts";
import { failures, maxBidError, setSuccess } from "../max-bid-rules.ts";

export type AutoBidAnswer =
  | { kind: "set"; updated: boolean; maxAmount: number; outcome: AuctionOutcome }
  | { kind: "confirmed"; outcome: AuctionOutcome }
  | { kind: "cancelled" }
  | { kind: "failed"; action: Action; error: ErrorBody; maxAmount?: number };

type Action = "set" | "confirm" | "cancel";

interface OpenCommand {
  key: string;
  commandId: string;
}

/**
 * Runs commands and keeps the answer of the last. Calls `onDone` after a maximum was set or cancelled, with the text that
 * was typed when the command was sent.
 */
const useRun = (title: string, typed: string, onDone: (typedThen: string) => void) => {
  const [pending, setPending] = useState<Action | null>(null);
  const [answer, setAnswer] = useState<AutoBidAnswer | null>(null);
  const open = useRef<OpenCommand | null>(null);
  const running = useRef<string | null>(null);
  const next = useRef<(() => Promise<void>) | null>(null);
  const ifLeft = useIfLeft();

  /** Calls with the same key are the same command: it keeps its id while its outcome is unknown. */
  const run = async (
    action: Action,
    key: string,
    send: (commandId: string) => Promise<AutoBidAnswer>,
  ): Promise<void> => {
    if (running.current !== null) {
      next.current = running.current === key ? null : () => run(action, key, send);
      return;
    }
    const commandId = open.current?.key === key ? open.current.commandId : newCommandId();
    running.current = key;
    setPending(action);
    setAnswer(null);
    const became = await send(commandId);
    setPending(null);
    setAnswer(became);
    ifLeft(() => sayElsewhere(became, title));
    if (became.kind === "failed") void noteBalance(became.error);
    const unknown = became.kind === "failed" && became.error.code === "UNAVAILABLE";
    open.current = unknown ? { key, commandId } : null;
    if (became.kind === "set" || became.kind === "cancelled") onDone(typed);
    running.current = null;
    const following = next.current;
    next.current = null;
    await following?.();
  };
  return { pending, answer, clearFailure: () => setAnswer((kept) => (kept?.kind === "failed" ? null : kept)), run };
};

/** A cancelled maximum has its toast anyway. */
const sayElsewhere = (answer: AutoBidAnswer, lot: string): void => {
  if (answer.kind === "cancelled") return;
  if (answer.kind === "failed") {
    const { error, action } = answer;
    if (error.code !== "UNAVAILABLE") toast.error(failures[action], { lot, description: error.message });
    else
      toast.warning("We could not confirm your maximum", { lot, description: "Open the lot to see what it is now." });
  } else if (answer.kind === "confirmed") toast.success("Your maximum bids again", { lot });
  else if (answer.outcome.isLeading) toast.success(setSuccess(answer.updated), { lot });
  else toast.warning("Your maximum is set, and you do not lead", { lot });
};

/** The maximum as the last answer left it. */
const useHeld = (maxBid: MaxBid | null, keepMaxBid: (maxBid: MaxBid | null) => void) => {
  const held = useRef(maxBid);
  useEffect(() => {
    held.current = maxBid;
  }, [maxBid]);
  const keep = (now: MaxBid | null) => {
    held.current = now;
    keepMaxBid(now);
  };
  return { held, keep };
};

/** Keeps the question whether to set a maximum, and its answer. If the user answers no, they can change the amount. */
const useQuestion = (set: (maxAmount: number) => void, change: (typed: string) => void) => {
  /** The amount that waits for confirmation. */
  const [asking, setAsking] = useState<number | null>(null);
  const yes = () => {
    if (asking !== null) set(asking);
    setAsking(null);
  };
  const no = () => {
    if (asking !== null) change(writtenAmount(asking));
    setAsking(null);
  };
  return { asking, ask: setAsking, yes, no };
};

const cancellingOf = (pending: Action | null, answer: AutoBidAnswer | null, run: Cancelling["run"]): Cancelling => ({
  run,
  isPending: pending === "cancel",
  problem: answer?.kind === "failed" && answer.action === "cancel" ? answer.error.message || CANCEL_FAILED : null,
});

export const useAutoBid = (
  auction: Auction,
  maxBid: MaxBid | null,
  keepMaxBid: (maxBid: MaxBid | null) => void,
  reading: ReadVersion,
  /** The user typed this amount before they left the page to add money. */
  typedBefore = "",
) => {
  const [typed, setTyped] = useState(typedBefore);
  const [error, setError] = useState<string | null>(null);
  const { pending, answer, clearFailure, run } = useRun(auction.title, typed, (typedThen) =>
    // An amount that was typed while the command was under way stays.
    setTyped((now) => (now === typedThen ? "" : now)),
  );

  const type = (text: string) => {
    setTyped(text);
    setError(null);
    clearFailure();
  };
  const { held, keep } = useHeld(maxBid, keepMaxBid);

  const set = (maxAmount: number, contentVersion = reading.version) =>
    run("set", `set ${maxAmount} ${contentVersion}`, async (commandId) => {
      const { _id: auctionId, currency } = auction;
      // Read this before the answer, because the event of this maximum may come first.
      const updated = held.current !== null;
      const result = await sendCommand("maxbid:set", { auctionId, maxAmount, currency, commandId, contentVersion });
      if (!result.ok) return { kind: "failed", action: "set", error: result.error, maxAmount };
      keep(result.maxBid);
      noteOutcome(result.auction);
      return { kind: "set", updated, maxAmount, outcome: result.auction };
    });

  const question = useQuestion((maxAmount) => void set(maxAmount), type);

  const offer = (maxAmount: number, isTyped: boolean) => {
    if (asksAboutMaximum(maxAmount, auction, maxBid?.maxAmount ?? null, isTyped)) question.ask(maxAmount);
    else void set(maxAmount);
  };

  const confirm = ({ _id }: MaxBid, contentVersion: number) =>
    run("confirm", `confirm ${_id} ${contentVersion}`, async (commandId) => {
      const maxBidId = held.current?._id ?? _id;
      const result = await sendCommand("maxbid:confirm", { maxBidId, contentVersion, commandId });
      if (!result.ok) return { kind: "failed", action: "confirm", error: result.error };
      reading.accept(contentVersion);
      keep(result.maxBid);
      noteOutcome(result.auction);
      return { kind: "confirmed", outcome: result.auction };
    });

  const cancel = ({ _id }: MaxBid, freed: string) =>
    run("cancel", `cancel ${_id}`, async (commandId) => {
      const maxBidId = held.current?._id ?? _id;
      const result = await sendCommand("maxbid:cancel", { maxBidId, commandId });
      // NOT_FOUND means that the max bid is already gone, which is as good as cancelled.
      if (!result.ok && result.error.code !== "NOT_FOUND") {
        return { kind: "failed", action: "cancel", error: result.error };
      }
      keep(null);
      sayCancelled(freed);
      return { kind: "cancelled" };
    });

  return {
    typed,
    error,
    pending,
    answer,
    type,
    submit: () => {
      if (pending === "set") return;
      const wrong = maxBidError(typed, auction, maxBid);
      setError(wrong);
      const amount = readPositive(typed);
      if (!wrong && amount !== null) offer(amount, true);
    },
    ...question,
    /** Asks whether to set this maximum, which the user has not typed. */
    ask: (amount: number) => {
      if (pending !== "set") offer(amount, false);
    },
    /** Sets the refused maximum on the content version that the refusal named. */
    setOnChanged: () => {
      if (pending || answer?.kind !== "failed") return;
      const { maxAmount, error } = answer;
      if (maxAmount === undefined || error.contentVersion === undefined) return;
      reading.accept(error.contentVersion);
      void set(maxAmount, error.contentVersion);
    },
    /** `contentVersion`: the version whose changes the owner was shown. */
    confirm: (contentVersion: number) => {
      if (maxBid) void confirm(maxBid, contentVersion);
    },
    cancelling: cancellingOf(pending, answer, (freed) => {
      if (maxBid) void cancel(maxBid, freed);
    }),
  };
};

export type AutoBid = ReturnType<typeof useAutoBid>;
