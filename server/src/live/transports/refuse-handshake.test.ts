import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { refusal } from "@jara/shared/errors";
import { afterEach, expect, it, vi } from "vitest";
import { refuseUpgrade } from "./refuse-handshake.ts";

let server: Server;
afterEach(() => server.close());

it("leaves no connection to a client that reads the refusal of its upgrade and stays half open", async () => {
  server = createServer();
  server.on("upgrade", (_request, socket) => refuseUpgrade(socket, refusal("NOT_FOUND")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  client.write("GET /nothing HTTP/1.1\r\nHost: any\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const chunks: Buffer[] = [];
  for await (const chunk of client) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain('"NOT_FOUND"');
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await vi.waitFor(async () => expect(await open()).toBe(0), 15_000);
  client.destroy();
});
