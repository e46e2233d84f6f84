import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { PRIVATE_NETWORKS } from "../../config.ts";
import { addressKey, createClientAddress, createProxyCheck, widerNetworkOf } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string | string[]) =>
  ({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

it.each([
  ["198.51.100.7", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:c633:6407", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("counts %s as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it("trusts a configured proxy, and only the last address that the proxy wrote", () => {
  const clientAddress = createClientAddress(PRIVATE_NETWORKS);
  for (const proxy of ["10.0.0.2", "127.0.0.1", "::ffff:172.18.0.3", "::1", "fd00::2"]) {
    expect(clientAddress(from(proxy, "198.51.100.7"))).toBe("198.51.100.7");
    expect(clientAddress(from(proxy, "203.0.113.9, 198.51.100.7"))).toBe("198.51.100.7");
    expect(clientAddress(from(proxy, ["203.0.113.9", " 198.51.100.7 "]))).toBe("198.51.100.7");
    expect(clientAddress(from(proxy, "2001:db8:1:2:3::9"))).toBe("2001:db8:1:2::/64");
  }
});

it("counts a direct client by its own address, whatever its headers say", () => {
  for (const clientAddress of [createClientAddress(PRIVATE_NETWORKS), createClientAddress([])]) {
    for (const claim of ["198.51.100.7", "10.0.0.1", "x", "", "1.1.1.1, 2.2.2.2"]) {
      expect(clientAddress(from("203.0.113.9", claim))).toBe("203.0.113.9");
    }
  }
  expect(createClientAddress([])(from("10.0.0.2", "198.51.100.7"))).toBe("10.0.0.2");
});

it("counts an invalid address as the proxy's own", () => {
  const clientAddress = createClientAddress(["10.0.0.0/8"]);
  for (const claim of [undefined, "", "unknown", "198.51.100.7:443", "198.51.100.7,", "<script>", "1.2.3"]) {
    expect(clientAddress(from("10.0.0.2", claim))).toBe("10.0.0.2");
  }
});

it("accepts addresses and networks", () => {
  const isProxy = createProxyCheck(["192.0.2.1", "2001:db8::/32"]);
  expect(["192.0.2.1", "192.0.2.2", "2001:db8:9::1", "x", ""].map(isProxy)).toEqual([true, false, true, false, false]);
});

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["198.51.100.7", null],
  ["::ffff:198.51.100.7", null],
  ["", null],
])("counts %s in the wider network %s", (address, network) => {
  expect(widerNetworkOf(addressKey(address))).toBe(network);
});
