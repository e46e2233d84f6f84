// Sends one encrypted message to a push service (RFC 8030, 8291, 8292), and says what became of it. It follows no redirect
// and connects to no private address, so that nobody makes this server call elsewhere.
import { lookup as lookUpName } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import webPush from "web-push";
import type { PushSettings } from "../../../config.ts";
import { type PushEndpoint, readEndpoint } from "./endpoint.ts";

/** A service answers within a second or two. */
const ANSWER_MS = 10_000;
const LONGEST_RETRY_AFTER_S = 3_600;

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface OutgoingPush {
  /** JSON, which only the browser can read. */
  readonly payload: string;
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
  /** A message that waits at the service is replaced by a newer one of the same topic. */
  readonly topic: string;
}

export type PushOutcome =
  | { readonly kind: "sent" }
  /** The subscription exists no more. */
  | { readonly kind: "gone" }
  /** The service will never take this message for this browser. */
  | { readonly kind: "refused"; readonly status: number }
  /** A failure that may pass: the service is busy, unavailable or broken. */
  | { readonly kind: "later"; readonly status: number; readonly retryAfterS: number | null };

export interface PushService {
  send(target: PushTarget, push: OutgoingPush, signal: AbortSignal): Promise<PushOutcome>;
  close(): void;
}

/** `contact`: an e-mail address, perhaps with a name, at which a push service can reach the operator. */
export const openPushService = (settings: PushSettings, contact: () => string): PushService => {
  const agents = {
    public: new https.Agent({ keepAlive: true, lookup: onlyPublic }),
    own: { https: new https.Agent({ keepAlive: true }), http: new http.Agent({ keepAlive: true }) },
  };
  const { publicKey, privateKey } = settings;

  const call = ({ address, isOwn }: PushEndpoint, made: webPush.RequestDetails, signal: AbortSignal) =>
    new Promise<PushOutcome>((resolve) => {
      const failed = (): void => resolve({ kind: "later", status: 0, retryAfterS: null });
      const isPlain = address.startsWith("http:");
      const agent = isOwn ? agents.own[isPlain ? "http" : "https"] : agents.public;
      const headers = made.headers as http.OutgoingHttpHeaders;
      const options = { method: "POST", headers, agent, signal, timeout: ANSWER_MS };
      const request = (isPlain ? http : https).request(address, options, (answer) => {
        answer.on("error", failed).resume();
        resolve(outcomeOf(answer.statusCode ?? 0, answer.headers["retry-after"]));
      });
      request.on("timeout", () => request.destroy()).on("error", failed);
      request.end(made.body);
    });

  return {
    async send({ endpoint, p256dh, auth }, { payload, ttlSeconds, isUrgent, topic }, signal) {
      // The settings may have changed since the browser subscribed.
      const allowed = readEndpoint(endpoint, settings);
      if (!allowed) return { kind: "refused", status: 0 };
      const vapidDetails = { subject: `mailto:${addressIn(contact())}`, publicKey, privateKey };
      const made = webPush.generateRequestDetails({ endpoint: allowed.address, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        TTL: ttlSeconds,
        topic,
        contentEncoding: "aes128gcm",
        urgency: isUrgent ? "high" : "normal",
      });
      return await call(allowed, made, signal);
    },
    close: () => {
      for (const agent of [agents.public, agents.own.https, agents.own.http]) agent.destroy();
    },
  };
};

const addressIn = (contact: string): string => /[^\s<>]+@[^\s<>]+/.exec(contact)?.[0] ?? contact;

/** A redirect is no success: RFC 8030 knows none for messages. */
export const outcomeOf = (status: number, retryAfter: string | undefined): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status !== 429 && status < 500) return { kind: "refused", status };
  const seconds = Number(retryAfter);
  const isGiven = retryAfter !== undefined && Number.isFinite(seconds) && seconds > 0;
  return { kind: "later", status, retryAfterS: isGiven ? Math.min(seconds, LONGEST_RETRY_AFTER_S) : null };
};

/** True for an address of the internet: neither private, nor this machine's, nor reserved. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** The names of the known services lead to the internet. If a name leads to a private network, somebody forged it. */
const onlyPublic: LookupFunction = (hostname, options, found) => {
  lookUpName(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error || !first) return found(error ?? new Error("no address"), "", 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return found(new Error("a private address"), "", 0);
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
};
