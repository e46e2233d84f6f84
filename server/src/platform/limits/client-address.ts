// The address that limits count a request under. Only a proxy that is trusted by its own address is believed, and of its
// list only the last entry, which that proxy wrote.
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddress from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";

export type ClientAddress = (request: Pick<IncomingMessage, "headers" | "socket">) => string;

/** Whether an address is one of these addresses and networks, which config.ts has checked. */
export const createProxyCheck = (trusted: readonly string[]): ((address: string) => boolean) => {
  const isTrusted = proxyAddress.compile([...trusted]);
  return (address) => isTrusted(address, 0);
};

/** Returns the key that limits count by: an IPv4 address, or the /64 network of an IPv6 address, which one customer has. */
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

/** An IPv4 address that is written as IPv6 has the key of the IPv4 address. */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
};
