// Tests which kind and namespace are read from the first characters of a Socket.IO packet.
import { expect, it } from "vitest";
import { isDefault, readPacketKind } from "./namespace-packet.ts";

it.each([
  ["40", "connect", "/"],
  ['40{"token":"x"}', "connect", "/"],
  ["40/,{}", "connect", "/"],
  ["40/admin,", "connect", "/admin"],
  ["40/admin", "connect", "/admin"],
  ['40/?token=1,{"a":"/"}', "connect", "/?token=1"],
  ['42["x","/y,"]', "other", "/"],
  ['42/admin,1["x"]', "other", "/admin"],
  ["41", "other", "/"],
  ["41/admin,", "other", "/admin"],
  ['451-["x"]', "other", "/"],
  ['451-/admin,["x"]', "other", "/admin"],
  ["45", "other", "/"],
  ["4", "other", "/"],
  ["bAAAA", "other", "/"],
  [Buffer.from("40"), "other", "/"],
] as const)("reads kind and namespace of %s", (encoded, kind, namespace) => {
  expect(readPacketKind(encoded)).toEqual({ kind, namespace });
  expect(isDefault(namespace)).toBe(namespace === "/");
});

it.each(["", "2", "2probe", "3", "5", "1", "9", "x"])("leaves %j to Engine.IO", (encoded) => {
  expect(readPacketKind(encoded)).toEqual({ kind: "engine" });
});
