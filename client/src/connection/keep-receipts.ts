// Asks for a bid receipt with each command of a bidder, and keeps the receipts that come with the answers. It passes
// the answer on first, so that nothing waits for the storage.
import type { BidReceipt } from "@jara/shared/bid-receipt";
import type { SocketLike } from "./wire.ts";

/** The imported code is already loaded on every page on which somebody can bid. */
const keepReceipt = async (receipt: BidReceipt): Promise<void> => {
  const kept = await import("../lib/kept-receipts.ts").catch(() => null);
  await kept?.keepReceipt(receipt);
};

const receipted = new Set(["bid:place", "maxbid:set", "maxbid:cancel", "maxbid:confirm", "bid:withdraw", "buy-it-now"]);

export const keepingReceipts = (
  socket: SocketLike,
  keep: (receipt: BidReceipt) => unknown = keepReceipt,
): SocketLike => ({
  get connected() {
    return socket.connected;
  },
  get active() {
    return socket.active;
  },
  get isPolled() {
    return socket.isPolled;
  },
  on: (event, listener) => socket.on(event, listener),
  onAny: (listener) => socket.onAny(listener),
  connect: () => socket.connect(),
  disconnect: () => socket.disconnect(),
  emit: (event, data, ack) => {
    if (!receipted.has(event)) return socket.emit(event, data, ack);
    return socket.emit(event, { ...(data as object), receipt: true }, (answer) => {
      // During an update, a server of the previous version refuses the unknown field.
      if (isInvalid(answer)) return socket.emit(event, data, ack);
      ack(answer);
      const receipt = (answer as { receipt?: BidReceipt } | null)?.receipt;
      // In a task of its own, after the answer is on the screen.
      if (receipt) setTimeout(() => keep(receipt));
    });
  },
});

const isInvalid = (answer: unknown): boolean =>
  (answer as { error?: { code?: unknown } } | null)?.error?.code === "INVALID";
