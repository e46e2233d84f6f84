// /api/notifications/push-subscriptions: the browsers that get a person's push messages.
import { createECDH } from "node:crypto";
import {
  type PushSubscriptionBody,
  pushBrowsersAnswer,
  pushRemovalBody,
  pushSubscriptionAnswer,
  pushSubscriptionBody,
} from "@jara/shared/rest/push";
import type { FastifyRequest } from "fastify";
import type { PushSettings } from "../../../config.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { idParams } from "../../../platform/http/requests.ts";
import type { Caller } from "../../accounts/caller.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { readEndpoint } from "./endpoint.ts";
import { browsersOf, keepSubscription, removeSubscription } from "./subscriptions.ts";

const tags = ["Notifications"];
const PATH = "/api/notifications/push-subscriptions";

export const servePushSubscriptions = (app: App, { config, database }: RouteDeps, caller: Caller): void => {
  const ownerOf = async (request: FastifyRequest) => {
    const { id, account } = await caller.session(request);
    return { userId: account.id, sessionId: id };
  };
  const listOf = async (request: FastifyRequest) => ({ browsers: await browsersOf(database, await ownerOf(request)) });

  app.get(
    PATH,
    { schema: { tags, summary: "Your browsers that get push messages", response: { 200: pushBrowsersAnswer } } },
    listOf,
  );

  app.post(
    PATH,
    {
      schema: {
        tags,
        summary: "Get push messages on this browser",
        description:
          "The body is the browser's `PushSubscription.toJSON()`, made with the `pushKey` of `GET /api/site`. The " +
          "subscription belongs to this session and ends with it. Sending it again is safe; from another session, it moves " +
          "there. Its address must be one of a known push service.",
        body: pushSubscriptionBody,
        response: { 201: pushSubscriptionAnswer },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(request);
      const subscription = await keepSubscription(database, owner, checked(request.body, config.push));
      return subscription ? reply.code(201).send({ subscription }) : refuse("UNAUTHENTICATED");
    },
  );

  app.delete(
    PATH,
    {
      schema: {
        tags,
        summary: "Get no more push messages on this browser",
        body: pushRemovalBody,
        response: { 200: pushBrowsersAnswer },
      },
    },
    async (request) => {
      const { userId } = await ownerOf(request);
      // The address is stored as the URL parser writes it.
      const { endpoint } = request.body;
      const address = URL.canParse(endpoint) ? new URL(endpoint).href : endpoint;
      if (!(await removeSubscription(database, userId, { endpoint: address }))) return refuse("NOT_FOUND");
      return await listOf(request);
    },
  );

  app.delete(
    `${PATH}/:id`,
    {
      schema: {
        tags,
        summary: "Get no more push messages on one of your browsers",
        params: idParams,
        response: { 200: pushBrowsersAnswer },
      },
    },
    async (request) => {
      const { userId } = await ownerOf(request);
      const { id } = request.params;
      if (!isUuid(id) || !(await removeSubscription(database, userId, { id }))) return refuse("NOT_FOUND");
      return await listOf(request);
    },
  );
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
