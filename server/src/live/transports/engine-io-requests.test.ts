// Tests that requests to Socket.IO's path which open no session are limited too.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "socket.io";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noLimits } from "../../../test/support/no-limits.ts";
import { createAdmission } from "../../platform/limits/admission.ts";
import { createClientAddress } from "../../platform/limits/client-address.ts";
import { limitEngineRequests } from "./engine-io-requests.ts";
import { createSocketIo } from "./socket-io.ts";

let http: HttpServer;
let io: Server;
let left: number;
beforeEach(async () => {
  left = 2;
  http = createServer();
  const clientAddress = createClientAddress([]);
  io = createSocketIo(http, { isAllowed: () => true, admission: createAdmission(), clientAddress });
  const take = (): number => (left-- > 0 ? 0 : 1_500);
  limitEngineRequests(io, {
    limits: { ...noLimits.limits, takeHandshake: take, takeUnknownSession: take },
    clientAddress,
    sessionOf: () => undefined,
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});
afterEach(() => io.close());

it.each(["OPTIONS", "GET"])("refuses %s requests of an address that made too many", async (method) => {
  const { port } = http.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, { method });
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.slice(0, 2).map(({ ok }) => ok)).toEqual([true, true]);
  expect([answers[2]?.status, answers[2]?.headers.get("retry-after")]).toEqual([429, "2"]);
});
