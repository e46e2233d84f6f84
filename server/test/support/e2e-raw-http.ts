// Sends HTTP requests written byte by byte, with addresses and headers that no client library would send.
import net from "node:net";
import type { TestServer } from "./e2e-server.ts";

export interface RawAnswer {
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  /** In lower case; those of a name that came more than once stand together, by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The server closed the connection, or sent all that it announced; false where it is still silent. */
  readonly isOver: boolean;
}

/** A server that says nothing for this long has no answer. No request here is slow. */
const TIMEOUT_MS = 20_000;

/** `target`: what stands between the method and the version. Each header is one line; Host is only sent if it is given. */
export const askRaw = (
  { address }: Pick<TestServer, "address">,
  target: string,
  headers: readonly string[] = [],
  { method = "GET", body = "" }: { readonly method?: string; readonly body?: string } = {},
): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = net.connect(Number(port), hostname);
    let text = "";
    const finish = (isOver: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readAnswer(text, isOver));
    };
    const timer = setTimeout(() => finish(false), TIMEOUT_MS);
    socket.on("data", (part) => {
      text += part.toString("latin1");
      // An upgrade stays open: its answer is its head.
      if (text.startsWith("HTTP/1.1 101 ") && text.includes("\r\n\r\n")) finish(true);
    });
    socket.on("error", () => {});
    socket.on("close", () => finish(true));
    const isUpgrade = headers.some((line) => /^upgrade:/i.test(line));
    const lines = [`${method} ${target} HTTP/1.1`, ...headers, ...(isUpgrade ? [] : ["Connection: close"]), "", body];
    socket.write(Buffer.from(lines.join("\r\n"), "latin1"));
  });

const readAnswer = (text: string, isOver: boolean): RawAnswer => {
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase();
    const value = line.slice(line.indexOf(":") + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0), headers, text: body.join("\r\n\r\n"), isOver };
};

export const upgradeLines = (host: string): string[] => [
  `Host: ${host}`,
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
