// Finds the address under which limits count a request. It must believe only a proxy whose own address is trusted, and
// of that proxy's list only the last entry, which the proxy itself wrote.
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddress from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";

export type ClientAddress = (request: Pick<IncomingMessage, "headers" | "socket">) => string;

/** Whether an address is among these addresses and networks, which config.ts has checked. */
export const createProxyCheck = (trusted: readonly string[]): ((address: string) => boolean) => {
  const isTrusted = proxyAddress.compile([...trusted]);
  return (address) => isTrusted(address, 0);
};

/**
 * Returns the key that limits count by: an IPv4 address, or the /64 network of an IPv6 address, because one customer
 * has a whole /64.
 */
export const createClientAddress = (trusted: readonly string[]): ClientAddress => {
  const isProxy = createProxyCheck(trusted);
  return ({ headers, socket }) => {
    const peer = socket.remoteAddress ?? "";
    if (!isProxy(peer)) return addressKey(peer);
    const forwarded = [headers["x-forwarded-for"] ?? ""].flat().join(",");
    const last = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
    return addressKey(isIP(last) === 0 ? peer : last);
  };
};

/** An IPv4 address written as IPv6 gets the key of the IPv4 address. */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
};

/**
 * An IPv6 customer may have a whole /48, which is 65,536 networks of /64, but the phones of a mobile network share one.
 * So a /48 gets as much as this many addresses.
 */
export const ADDRESSES_OF_NETWORK = 4;

/** The /48 of an address as the limits count it; null for IPv4, where an address has no wider key. */
export const widerNetworkOf = (address: string): string | null => {
  if (!address.endsWith("::/64")) return null;
  return `${address.split(":", 3).join(":")}::/48`;
};
