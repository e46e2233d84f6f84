// Describes the device of a request: its browser and system in words, and the beginning of its address.
import Bowser from "bowser";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";

export interface Device {
  readonly userAgent: string;
  readonly device: string;
  readonly network: string;
}

const USER_AGENT_MAX = 300;

export const deviceOf = ({ headers, raw }: Pick<FastifyRequest, "headers" | "raw">, address: ClientAddress): Device => {
  const userAgent = (headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX);
  return { userAgent, device: inWords(userAgent), network: networkOf(address(raw)) };
};

const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** The words come from a fixed list, because a mail contains them and the client chooses its own user agent. */
export const inWords = (userAgent: string): string => {
  const { browser, os } = userAgent === "" ? {} : Bowser.parse(userAgent);
  const browserName = browser?.name !== undefined && browsers.has(browser.name) ? browser.name : null;
  const system = os?.name !== undefined && systems.has(os.name) ? os.name : null;
  if (browserName === null) return system === null ? "Unknown device" : `Unknown browser on ${system}`;
  return system === null ? browserName : `${browserName} on ${system}`;
};

/**
 * The first half of an IPv4 address (`102.89.x.x`), or the first two parts of an IPv6 address (`2c0f:f5c0:x`): enough to
 * recognise one's own network, and not enough to find a person. `address` is as the limits count it.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/\/64$/, "");
  if (!ipaddr.isValid(plain)) return "unknown";
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 2).join(".")}.x.x`;
  const parts = parsed.parts.slice(0, 2).map((part) => part.toString(16));
  return `${parts.join(":")}:x`;
};
