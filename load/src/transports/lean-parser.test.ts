import { expect, it } from "vitest";
import { Decoder, Encoder } from "./lean-parser.ts";

const decoded = (text: string): unknown => {
  const decoder = new Decoder();
  let packet: unknown;
  decoder.on("decoded", (found) => {
    packet = found;
  });
  decoder.add(text);
  return packet;
};

it("writes and reads Socket.IO's packets", () => {
  const encoder = new Encoder();
  const bid = { type: 2, nsp: "/", id: 12, data: ["bid:place", { amount: 1.5 }] };
  expect(encoder.encode(bid)).toEqual(['212["bid:place",{"amount":1.5}]']);
  expect(encoder.encode({ type: 0, nsp: "/", data: { token: "t" } })).toEqual(['0{"token":"t"}']);
  expect(encoder.encode({ type: 1, nsp: "/" })).toEqual(["1"]);
  for (const packet of [bid, { type: 3, nsp: "/", id: 0, data: [{ ok: true }] }, { type: 1, nsp: "/" }]) {
    expect(decoded(encoder.encode(packet)[0] ?? "")).toEqual(packet);
  }
});

it("parses a text that many sockets receive only once, and any other text each time", () => {
  const price = '2["auction:price",{"version":2}]';
  expect(decoded(price)).toBe(decoded(price));
  expect(decoded('2["auction:price",{"version":3}]')).toEqual({
    type: 2,
    nsp: "/",
    data: ["auction:price", { version: 3 }],
  });
  const own = '2["balance:changed",{"balance":2}]';
  expect(decoded(own)).not.toBe(decoded(own));
  for (let version = 0; version < 1000; version++) decoded(`2["auction:price",{"version":${version}}]`);
  expect(decoded(price)).toEqual({ type: 2, nsp: "/", data: ["auction:price", { version: 2 }] });
});

it.each(["", "9", "5[]", '2/other,["x"]', "2{", "2", '2{"a":1}'])(
  "refuses a text that is not Socket.IO's protocol: %j",
  (text) => {
    expect(() => decoded(text)).toThrow();
  },
);
