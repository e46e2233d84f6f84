// One bidder's connection and its commands. A command whose outcome is unknown (no answer, UNAVAILABLE, connection
// lost) is sent again with the same id until it is answered or the run gives it up.
import type { Answer } from "@jara/shared/live-commands";
import type { Accepted, Observer, SocketCommand, SocketInvocation, Transport } from "./observer.ts";
import { Line, type LineCounts } from "./transports/line.ts";

/** A server answers far sooner or not at all, because its own database statements time out after ten seconds. */
const ANSWERS_WITHIN_MS = 12_000;
const FIRST_AGAIN_MS = 100;
const LONGEST_AGAIN_MS = 2_000;

interface Pending {
  readonly invocation: SocketInvocation;
  /** Null when it is not under way. */
  sentAt: number | null;
  sends: number;
  again: NodeJS.Timeout | undefined;
}

export class Bidder {
  readonly line: Line;
  readonly #pending = new Map<string, Pending>();
  readonly #observer: Required<Observer>;

  constructor(transport: Transport, url: string, token: string, counts: LineCounts, observer: Required<Observer>) {
    this.#observer = observer;
    this.line = new Line(transport, url, token, counts, {
      received: () => {},
      up: () => {
        for (const pending of this.#pending.values()) if (pending.sentAt === null) this.#send(pending);
      },
    });
  }

  /** The number of commands without an outcome. */
  get waiting(): number {
    return this.#pending.size;
  }

  submit(invocation: SocketInvocation): void {
    const pending: Pending = { invocation, sentAt: null, sends: 0, again: undefined };
    this.#pending.set(invocation.commandId, pending);
    this.#observer.invoked(invocation, performance.now());
    this.#send(pending);
  }

  /** Sends commands again whose answer is overdue. */
  look(now: number): void {
    for (const pending of this.#pending.values()) {
      if (pending.sentAt !== null && now - pending.sentAt > ANSWERS_WITHIN_MS) this.#send(pending);
    }
  }

  /** Settles every open command as unknown. */
  giveUp(): void {
    const at = performance.now();
    for (const { invocation, again } of this.#pending.values()) {
      clearTimeout(again);
      this.#observer.settled(invocation, { kind: "unknown" }, at);
    }
    this.#pending.clear();
  }

  #send(pending: Pending): void {
    clearTimeout(pending.again);
    // The command is sent when the connection is back.
    if (!this.line.isUp) return;
    const { invocation } = pending;
    const at = performance.now();
    pending.sentAt = at;
    pending.sends += 1;
    if (pending.sends > 1) this.#observer.resent(invocation, at);
    this.#request(invocation, (answer) => this.#answered(pending, answer));
  }

  #request(invocation: SocketInvocation, answered: (answer: Answer<SocketCommand> | null) => void): void {
    const { line } = this;
    const { auctionId, commandId } = invocation;
    if (invocation.command === "bid:place") {
      const { amount } = invocation;
      line.request("bid:place", { auctionId, amount, ...read(invocation), commandId }, answered);
    } else if (invocation.command === "maxbid:set") {
      const { amount: maxAmount, currency } = invocation;
      line.request("maxbid:set", { auctionId, maxAmount, currency, ...read(invocation), commandId }, answered);
    } else if (invocation.command === "maxbid:cancel") {
      line.request("maxbid:cancel", { maxBidId: invocation.maxBidId, commandId }, answered);
    } else if (invocation.command === "maxbid:confirm") {
      const { maxBidId, contentVersion } = invocation;
      line.request("maxbid:confirm", { maxBidId, contentVersion, commandId }, answered);
    } else line.request(invocation.command, { auctionId, commandId }, answered);
  }

  #answered(pending: Pending, answer: Answer<SocketCommand> | null): void {
    const { invocation } = pending;
    // The command was answered or given up before.
    if (this.#pending.get(invocation.commandId) !== pending) return;
    if (answer === null) {
      pending.sentAt = null;
      return;
    }
    if (!answer.ok && answer.error.code === "UNAVAILABLE") {
      pending.sentAt = null;
      const waitMs = answer.error.retryAfterMs ?? Math.min(LONGEST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** pending.sends);
      pending.again = setTimeout(() => this.#send(pending), waitMs);
      return;
    }
    this.#pending.delete(invocation.commandId);
    const outcome = answer.ok
      ? ({ kind: "accepted", answer: answer as Accepted } as const)
      : ({ kind: "refused", error: answer.error } as const);
    this.#observer.settled(invocation, outcome, performance.now());
  }
}

/** The content version that the bidder has read, if the command names one. */
const read = ({ contentVersion }: { readonly contentVersion?: number }): { contentVersion?: number } =>
  contentVersion === undefined ? {} : { contentVersion };
