// Sends a bidding command again, under the same commandId, after a lost connection, a timeout or UNAVAILABLE, until the
// server gives the outcome or the time is over. A refusal is an answer and is never sent again.
import type { ErrorBody } from "@jara/shared/errors";
import type { Answer, CommandData } from "@jara/shared/live-commands";
import { pause } from "../lib/pause.ts";
import type { Wire } from "./wire.ts";

export type BiddingCommand = "bid:place" | "maxbid:set" | "maxbid:cancel" | "buy-it-now";

/** A healthy server answers in well under a second; a phone's radio may need a few seconds to wake. */
const ATTEMPT_MS = 5000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;

const UNCONFIRMED = "We could not confirm that this was saved. Try again: it cannot be counted twice.";
/** Written out here so that the first page does not load the contract's table of all refusals. */
export const unconfirmed: ErrorBody = { code: "UNAVAILABLE", message: UNCONFIRMED };

interface Sending {
  wire: Wire;
  timeoutMs: number;
  /** False once another person is signed in, because a command of one person must never be repeated as the other. */
  stillSamePerson: () => boolean;
  /** Without an answer in this time, the connection is in doubt. */
  doubtMs: number;
  /** Called when an open connection is in doubt. */
  onSilence: () => void;
}

export const sendUntilAnswered = async <C extends BiddingCommand>(
  name: C,
  data: CommandData<C>,
  { wire, timeoutMs, doubtMs, stillSamePerson, onSilence }: Sending,
): Promise<Answer<C>> => {
  const deadline = performance.now() + timeoutMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0 || !stillSamePerson()) {
      return { ok: false, error: unconfirmed };
    }
    if (!wire.connected) {
      await wire.nextConnect(leftMs);
      continue;
    }
    const doubt = setTimeout(onSilence, doubtMs);
    const answer = await wire.ask(name, data, Math.min(ATTEMPT_MS, leftMs));
    clearTimeout(doubt);
    if (answer && (answer.ok || answer.error.code !== "UNAVAILABLE")) return answer;
    if (answer) {
      await pause(Math.min(pauseMs * (0.5 + Math.random()), Math.max(0, deadline - performance.now())));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
};
