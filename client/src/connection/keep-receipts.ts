// Keeps the bid receipts that come with answers. The answer is passed on first, so that nothing waits for the storage.
import type { BidReceipt } from "@jara/shared/bid-receipt";
import { keepReceipt } from "../lib/kept-receipts.ts";
import type { SocketLike } from "./wire.ts";

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
  on: (event, listener) => socket.on(event, listener),
  onAny: (listener) => socket.onAny(listener),
  connect: () => socket.connect(),
  disconnect: () => socket.disconnect(),
  emit: (event, data, ack) =>
    socket.emit(event, data, (answer) => {
      ack(answer);
      const receipt = (answer as { receipt?: BidReceipt } | null)?.receipt;
      // In a task of its own, after the answer is on the screen.
      if (receipt) setTimeout(() => keep(receipt));
    }),
});
