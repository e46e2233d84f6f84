// The bare transport: Socket.IO with the server's own options. It answers every bid with an answer of the usual size
// and does nothing else, so that the difference is the cost of the auction logic.
import { createServer } from "node:http";
import type { CommandResults } from "@jara/shared/live-commands";
import { createSocketIo } from "../../src/live/transports/socket-io.ts";
import { createAdmission } from "../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../src/platform/limits/client-address.ts";

type Placed = { ok: true } & CommandResults["bid:place"];

const answerTo = ({ auctionId, amount }: { auctionId: string; amount: number }): Placed => ({
  ok: true,
  bid: { _id: `${auctionId}-1`, amount, timestamp: new Date().toISOString() },
  auction: {
    _id: auctionId,
    version: 2,
    currentPrice: amount,
    minimumBid: amount,
    bidCount: 1,
    endTime: new Date().toISOString(),
    status: "active",
    isLeading: true,
  },
});

const http = createServer();
const io = createSocketIo(http, {
  isAllowed: () => true,
  admission: createAdmission(),
  clientAddress: createClientAddress([]),
});
io.on("connection", (socket) => {
  socket.on("bid:place", (data, ack) => ack(answerTo(data)));
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  if (address && typeof address === "object") process.send?.(address.port);
});
// The bench has exited.
process.on("disconnect", () => process.exit());
