// A crowd in a process of its own: each connection watches the same lots, and the crowd notes when each price arrived at
// its connections. Arguments: the server's address, the number of connections, the lots' ids. It sends its parent
// "ready", then, when it is asked, the arrivals: [lot and version, [milliseconds since 1970]].
import process from "node:process";
import { io } from "socket.io-client";

const OPENED_TOGETHER = 25;

const [url = "", count = "0", ids = ""] = process.argv.slice(2);
const lots = ids.split(",");
/** @type {Map<string, number[]>} */
const arrivals = new Map();

const open = () =>
  new Promise((resolve, reject) => {
    const socket = io(url, { transports: ["websocket"], forceNew: true });
    socket.once("connect_error", reject);
    socket.on("auction:price", ({ auctionId, version }) => {
      const key = `${auctionId} ${version}`;
      const times = arrivals.get(key);
      if (times) times.push(Date.now());
      else arrivals.set(key, [Date.now()]);
    });
    socket.once("connect", async () => {
      for (const auctionId of lots) await socket.emitWithAck("auction:watch", { auctionId });
      resolve(socket);
    });
  });

for (let opened = 0; opened < Number(count); opened += OPENED_TOGETHER) {
  await Promise.all(Array.from({ length: Math.min(OPENED_TOGETHER, Number(count) - opened) }, open));
}
process.send?.("ready");
process.on("message", () => process.send?.([...arrivals], () => process.exit()));
