// A program that reads the list of one user's own bids as often as possible, until it is killed. Its environment gives
// the server's address and the user's token.
import http from "node:http";

const { READER_ADDRESS: address = "", READER_TOKEN: token = "" } = process.env;
const { hostname, port } = new URL(address);
const AT_ONCE = 20;
const counts = { sent: 0, limited: 0, longest: 0 };
setInterval(() => process.send?.(counts), 250);
process.on("disconnect", () => process.exit());

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const read = (): void => {
  const request = http.get({
    ...{ hostname, port, agent },
    // Different from the address of the other clients.
    localAddress: "127.0.0.2",
    path: "/api/bids/user/my-bids?limit=500",
    headers: { authorization: `Bearer ${token}` },
  });
  counts.sent += 1;
  let length = 0;
  request.on("response", (response) => {
    if (response.statusCode === 429) counts.limited += 1;
    response.on("data", (part: Buffer) => {
      length += part.length;
    });
    response.on("end", () => {
      counts.longest = Math.max(counts.longest, length);
      read();
    });
  });
  request.on("error", () => void setTimeout(read, 50));
};
for (let n = 0; n < AT_ONCE; n++) read();
