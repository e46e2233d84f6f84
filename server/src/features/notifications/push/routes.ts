// /api/notifications/push-subscriptions: the browsers that get a person's push messages.
import { createECDH } from "node:crypto";
import * as calls from "@jara/shared/calls/notifications";
import type { PushSubscriptionBody } from "@jara/shared/rest/push";
import type { FastifyRequest } from "fastify";
import type { PushSettings } from "../../../config.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Caller } from "../../accounts/caller.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { readEndpoint } from "./endpoint.ts";
import { browsersOf, keepSubscription, removeSubscription } from "./subscriptions.ts";

export const servePushSubscriptions = (app: App, { config, database }: RouteDeps, caller: Caller): void => {
  const ownerOf = async (request: FastifyRequest) => {
    const { id, account } = await caller.session(request);
    return { userId: account.id, sessionId: id };
  };
  const listOf = async (request: FastifyRequest) => ({ browsers: await browsersOf(database, await ownerOf(request)) });

  serve(app, calls.listPushBrowsers, ({ request }) => listOf(request));

  serve(app, calls.subscribeToPush, async ({ body, request }) => {
    const owner = await ownerOf(request);
    const subscription = await keepSubscription(database, owner, checked(body, config.push));
    return subscription ? { subscription } : refuse("UNAUTHENTICATED");
  });

  serve(app, calls.unsubscribeFromPush, async ({ body: { endpoint }, request }) => {
    const { userId } = await ownerOf(request);
    const address = URL.canParse(endpoint) ? new URL(endpoint).href : endpoint;
    if (!(await removeSubscription(database, userId, { endpoint: address }))) return refuse("NOT_FOUND");
    return await listOf(request);
  });

  serve(app, calls.unsubscribeBrowser, async ({ params: { id }, request }) => {
    const { userId } = await ownerOf(request);
    if (!isUuid(id) || !(await removeSubscription(database, userId, { id }))) return refuse("NOT_FOUND");
    return await listOf(request);
  });
};

const invalid = (path: string, message: string): never => refuse("INVALID", { issues: [{ path, message }] });

const checked = (body: PushSubscriptionBody, settings: PushSettings | null): PushSubscriptionBody => {
  if (!settings) return refuse("UNAVAILABLE", { message: "This site sends no push messages" });
  const endpoint = readEndpoint(body.endpoint, settings);
  if (!endpoint) return invalid("endpoint", "must be the address of a known push service");
  if (!isPublicKey(body.keys.p256dh)) return invalid("keys.p256dh", "must be a public key of the curve P-256");
  if (Buffer.from(body.keys.auth, "base64url").length !== 16) return invalid("keys.auth", "must have 16 bytes");
  return { endpoint: endpoint.address, keys: body.keys };
};

/** A message to any other key could not be encrypted. */
const isPublicKey = (text: string): boolean => {
  const key = Buffer.from(text, "base64url");
  if (key.length !== 65 || key[0] !== 4) return false;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    pair.computeSecret(key);
    return true;
  } catch {
    return false;
  }
};
