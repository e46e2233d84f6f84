// A proxy in front of a test's server, which changes or refuses some of its answers. What a service worker loads passes
// through it too, and Playwright's own routes do not see all of that.
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { AuctionServer } from "./auction-server.ts";

/** Returns the body to send instead, or null for a file that is gone. Undefined: as the server answers. */
type Change = (body: string, path: string) => string | null | undefined;

export interface ProxiedServer {
  readonly url: string;
  /** Changes the answers whose path matches. */
  change(path: RegExp, change: Change): void;
  close(): Promise<void>;
}

export const openProxiedServer = async (): Promise<ProxiedServer> => {
  const changes: { path: RegExp; change: Change }[] = [];
  const proxy = createServer().listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  const server = await AuctionServer.open({ PUBLIC_URL: url });
  const ask = (from: IncomingMessage, headers: IncomingMessage["headers"]) =>
    request(`${server.url}${from.url}`, { method: from.method, headers });

  proxy.on("request", (from: IncomingMessage, to) => {
    const path = from.url ?? "/";
    const { change } = changes.find((one) => one.path.test(path)) ?? {};
    // A changed body must not come compressed, or as "not modified".
    const headers = change ? { ...from.headers, "accept-encoding": "identity", "if-none-match": "" } : from.headers;
    const asked = ask(from, headers).on("error", () => to.destroy());
    asked.on("response", async (answer) => {
      const body = change?.(await text(answer), path);
      if (!change) return answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.headers));
      const { "content-length": _, etag: __, ...rest } = answer.headers;
      return to.writeHead(body === null ? 404 : (answer.statusCode ?? 502), rest).end(body ?? "gone");
    });
    from.pipe(asked);
  });
  proxy.on("upgrade", (from: IncomingMessage, socket) => {
    const asked = ask(from, from.headers).on("error", () => socket.destroy());
    asked.on("upgrade", (answer, upstream) => {
      const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
      for (const end of [upstream, socket]) end.on("error", () => {});
    });
    asked.end();
  });

  return {
    url,
    change: (path, change) => void changes.push({ path, change }),
    close: async () => {
      proxy.close();
      proxy.closeAllConnections();
      await server.close();
    },
  };
};
