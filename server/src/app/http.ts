// Configures Fastify for all routes: validation, error answers, the log, time limits, the metrics of requests, security
// headers, CORS, compression, the budget and the queue of requests, and limits by address.
import { randomUUID } from "node:crypto";
import path from "node:path";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import { refusal } from "@jara/shared/errors";
import Fastify, { type FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { type Config, projectRoot } from "../config.ts";
import { deviceOf } from "../features/accounts/sessions/device.ts";
import type { OriginCheck } from "../live/transports/origins.ts";
import type { App } from "../platform/http/app.ts";
import { answerBrokenRequest, REQUEST_ID_HEADER } from "../platform/http/broken-request.ts";
import { browserPolicy, PERMISSIONS_POLICY } from "../platform/http/browser-policy.ts";
import { chargeRequests } from "../platform/http/charge-requests.ts";
import { answer, serveErrors } from "../platform/http/errors.ts";
import { keepFixedAnswers } from "../platform/http/fixed-answers.ts";
import { speakPlainly } from "../platform/http/issue-words.ts";
import { openMaintenancePage } from "../platform/http/maintenance-page.ts";
import { queueRequests } from "../platform/http/queue-requests.ts";
import { RefusedError } from "../platform/http/refused.ts";
import { readBodies } from "../platform/http/request-bodies.ts";
import { requestLog } from "../platform/http/request-log.ts";
import { bearerOf } from "../platform/http/requests.ts";
import {
  CONNECTIONS_AT_MOST,
  limitSlowBodies,
  REQUEST_TIMEOUTS,
  type RequestTimeouts,
} from "../platform/http/timeouts.ts";
import { runFrom } from "../platform/lib/origin.ts";
import type { Admission } from "../platform/limits/admission.ts";
import { type ClientAddress, createProxyCheck } from "../platform/limits/client-address.ts";
import { Refusals } from "../platform/limits/refusals.ts";
import { restLimitStore } from "../platform/limits/rest-limits.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import { output } from "./start-log.ts";

/** No request has a larger body. Uploads have their own limit. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** A script of another origin cannot read other headers of the API. */
const READABLE_HEADERS = [
  REQUEST_ID_HEADER,
  "retry-after",
  "content-disposition",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

const START_WITHIN_MS = 60_000;

export interface HttpOptions {
  /** Receives the log's lines instead of the process's output. */
  readonly logTo?: { write(line: string): void };
  /** Shorter timeouts, for tests. */
  readonly timeouts?: Partial<RequestTimeouts>;
}

export const createHttp = (config: Config, options: HttpOptions): App => {
  const isProxy = createProxyCheck(config.trustedProxies);
  const timeouts = { ...REQUEST_TIMEOUTS, ...options.timeouts };
  const app = Fastify({
    logger: { level: config.logLevel, serializers: requestLog, stream: options.logTo ?? output },
    // A random id and not a counter, so that ids differ between servers, and a line can be found by the id in the
    // caller's answer.
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    // A start on a crowded machine is slow. With ten seconds, the default, it would fail instead.
    pluginTimeout: START_WITHIN_MS,
    // Trust one reverse proxy in front of the server. Ignore what a client claims beyond it, because log-in limits
    // count by address.
    trustProxy: (address: string, hop: number) => hop === 0 && isProxy(address),
    forceCloseConnections: true,
    requestTimeout: timeouts.uploadMs,
    connectionTimeout: timeouts.silenceMs,
    http: { headersTimeout: timeouts.headMs, connectionsCheckingInterval: timeouts.lookEveryMs },
    // The HTTP gate answers in our own words instead, and admits health and metrics.
    return503OnClosing: false,
    // An unreadable address fails before any route, and so before the error handler and the budget. Each costs its client
    // a connection.
    frameworkErrors: (_error, { id }, reply) =>
      answer(reply.headers({ [REQUEST_ID_HEADER]: id, connection: "close" }), refusal("INVALID")),
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>();
  speakPlainly();
  // Before all other hooks, because some of them answer.
  app.addHook("onRequest", async ({ id }, reply) => void reply.header(REQUEST_ID_HEADER, id));
  readBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  serveErrors(app, openMaintenancePage(path.join(projectRoot, "client/dist/maintenance.html")));
  limitSlowBodies(app, timeouts);
  app.server.maxConnections = CONNECTIONS_AT_MOST;
  // Without this, Node answers a header `Expect` that it does not know itself, before any hook and any limit.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  return app;
};

/** Counts every answer in the metrics. Register before any route. */
export const observeHttp = (app: App, { http }: Pick<Metrics, "http">): void => {
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    http.answered(`${method} ${routeOptions.url ?? "(none)"}`, statusCode, elapsedTime),
  );
};

export const protectHttp = async (
  app: App,
  config: Config,
  deps: {
    readonly isAllowed: OriginCheck;
    readonly clientAddress: ClientAddress;
    readonly limits: Limits;
    readonly admission: Admission;
    /** The user of a token, by its signature alone. */
    readonly userIdOf: (token: string) => string | null;
  },
): Promise<void> => {
  const { isAllowed, clientAddress, admission } = deps;
  const { limiter, time } = deps.limits;
  const { hasRateLimits } = config;
  const userOf = userOnce(deps.userIdOf);
  await app.register(helmet, browserPolicy(config));
  app.addHook("onRequest", async ({ url }, reply) => {
    void reply.header("permissions-policy", PERMISSIONS_POLICY);
    // These answers belong to one user or one moment. The few that may be cached set their own header.
    if (/^\/(api|dev|health)\//.test(url)) void reply.header("cache-control", "no-store");
  });
  // After the body was read, because its events run outside the request's context. The function is called only for
  // requests that the audit log records.
  app.addHook("preValidation", (request, _reply, done) =>
    runFrom(() => {
      const { device, network } = deviceOf(request, clientAddress);
      return { via: "request", device, network };
    }, done),
  );
  const charging = { time, admission, refusals: new Refusals(limiter), clientAddress, userOf };
  // Before CORS, which answers preflight requests.
  const refuseCharged = hasRateLimits ? chargeRequests(app, charging) : () => {};
  await app.register(cors, {
    delegator: (request, decide) =>
      decide(null, {
        origin: isAllowed(request.headers.origin, request.headers.host),
        methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
        credentials: true,
        ...(request.headers.origin !== undefined && { exposedHeaders: READABLE_HEADERS }),
      }),
  });
  await app.register(compress, { globalCompression: true, globalDecompression: false });
  refuseCharged();
  queueRequests(app, {
    admission,
    clientAddress,
    userOf,
    ...(!hasRateLimits && { waitingOfUser: Number.POSITIVE_INFINITY }),
  });
  if (hasRateLimits) {
    await app.register(rateLimit, {
      // Only routes with a limit of their own.
      global: false,
      keyGenerator: ({ raw }) => clientAddress(raw),
      store: restLimitStore(limiter),
      errorResponseBuilder: (_request, { ttl }) => new RefusedError(refusal("RATE_LIMITED", { retryAfterMs: ttl })),
    });
  }
  keepFixedAnswers(app, isFixed);
};

/** API documents, guides, and the client's assets, whose names have a hash of their content. */
const isFixed = (route: string, rest: string): boolean =>
  /^\/docs(\/|$)/.test(route) || (route === "/*" && rest.startsWith("assets/"));

/** Reads each request's token once. */
const userOnce = (userIdOf: (token: string) => string | null) => {
  const known = new WeakMap<FastifyRequest, string | null>();
  return (request: FastifyRequest): string | null => {
    let user = known.get(request);
    if (user === undefined) {
      const token = bearerOf(request);
      user = token === undefined ? null : userIdOf(token);
      known.set(request, user);
    }
    return user;
  };
};
