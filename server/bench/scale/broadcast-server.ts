// The bare broadcast: Socket.IO with the server's own options and everybody in one room. It sends a given frame as
// often as ordered and does nothing else. It reports its resource use at /metrics.
import { createServer } from "node:http";
import { createSocketIo } from "../../src/live/transports/socket-io.ts";
import { createAdmission } from "../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../src/platform/limits/client-address.ts";

export type Order =
  | {
      readonly send: {
        readonly name: string;
        readonly data: unknown;
        readonly frames: number;
        readonly everyMs: number;
        /** Made anew for each connection, like an event for one person. */
        readonly isForEach?: boolean;
      };
    }
  | { readonly stop: true };

const http = createServer((_request, response) => {
  const { user, system } = process.cpuUsage();
  response.end(
    `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`,
  );
});
const io = createSocketIo(http, {
  isAllowed: () => true,
  admission: createAdmission(),
  clientAddress: createClientAddress([]),
});
io.on("connection", (socket) => {
  void socket.join("everybody");
  socket.onAny((...args: unknown[]) => {
    const ack = args.at(-1);
    if (typeof ack === "function") ack({ ok: true });
  });
});

let sending: NodeJS.Timeout | undefined;
process.on("message", (order: Order) => {
  clearInterval(sending);
  if (!("send" in order)) return;
  const { name, data, frames, everyMs, isForEach = false } = order.send;
  sending = setInterval(() => {
    for (let i = 0; i < frames; i++) {
      if (isForEach) for (const id of io.of("/").sockets.keys()) io.to(id).emit(name, data);
      else io.to("everybody").emit(name, data);
    }
  }, everyMs);
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  if (address && typeof address === "object") process.send?.(address.port);
});
// The bench has exited.
process.on("disconnect", () => process.exit());
