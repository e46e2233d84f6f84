// Tests a Socket.IO connection that the server ends before it accepts the client.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { openSocketIo } from "./socket-io.ts";
import { NotOpened } from "./wire.ts";

it("is refused where the server ends after the handshake, before it lets the client in", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  server.on("connection", (socket) => {
    socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}');
    // The client asks to be let in.
    socket.once("message", () => socket.terminate());
  });
  const { port } = server.address() as AddressInfo;
  const opening = openSocketIo(`http://127.0.0.1:${port}`, null, { received: () => {}, lost: () => {} });
  await expect(opening).rejects.toBeInstanceOf(NotOpened);
});
