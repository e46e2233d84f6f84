// Whose address a request comes from, as limits count it. What a client says of itself counts for nothing: only a proxy
// that is trusted by its own address is believed, and of its list only the last entry, which is the one it wrote.
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Where reverse proxies stand: this machine, containers, private and carriers' networks. */
export const PRIVATE_NETWORKS: readonly string[] = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
  ...["::1/128", "fc00::/7", "fe80::/10"],
];

/** Throws where an entry is neither an address nor a network (`10.0.0.0/8`). */
export const createProxyCheck = (trusted: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of trusted) {
    const [network = "", prefix, ...rest] = entry.split("/");
    const family = isIP(network);
    const isWrong = family === 0 || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix));
    if (isWrong) throw new Error(`"${entry}" is neither an address nor a network`);
    const bits = family === 6 ? 128 : 32;
    list.addSubnet(network, prefix === undefined ? bits : Number(prefix), family === 6 ? "ipv6" : "ipv4");
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
};

export type ClientAddress = (request: Pick<IncomingMessage, "headers" | "socket">) => string;

/** The key that limits count by. */
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

/** IPv4 as it is, also where it is written as IPv6; of IPv6 the /64, which is one customer's. */
export const addressKey = (address: string): string => {
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 255]).join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
};

const groupsOf = (address: string): number[] => {
  // A URL writes an address in its one shortest form, without a dotted end.
  const [start = "", end] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const read = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(start), read(end ?? "")];
  return end === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
};
