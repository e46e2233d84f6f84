// Serves a call (shared/src/calls): its handler gets what the call takes, checked, and the caller's account, and returns the
// answer. Access, fresh proof and costs are guarded by hooks that read the call (app/access.ts, fresh-proof.ts,
// request-costs.ts).
import type { Call, InputOf, OutputOf } from "@jara/shared/calls/call";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteShorthandOptions } from "fastify";
import type { App } from "./app.ts";
import { readsForm } from "./forms.ts";
import { commandIdOf } from "./requests.ts";
import { uncheckedSerializer } from "./unchecked-serializer.ts";

type Account = NonNullable<FastifyRequest["account"]>;

export interface Asked<C extends Call> {
  readonly params: OutputOf<C["params"]>;
  readonly query: OutputOf<C["query"]>;
  readonly body: OutputOf<C["body"]>;
  /** The account that the access guard let in. Only staff are asked by a role, so nobody else's account has one. */
  readonly account: C["access"] extends "anyone"
    ? null
    : C["access"] extends "signed in"
      ? Omit<Account, "role">
      : Account;
  /** The Idempotency-Key header, or a fresh id for a request without one. Refuses a key that is not valid. */
  readonly commandId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A handler may answer by `reply` itself, and then returns it. */
type Answer<C extends Call> = InputOf<C["answer"]> | InputOf<C["waits"]> | FastifyReply;

const isWaiting = (answer: unknown): boolean => typeof answer === "object" && answer !== null && "approval" in answer;

export const serve = <C extends Call>(
  app: App,
  call: C,
  handle: (asked: Asked<C>) => Answer<C> | Promise<Answer<C>>,
  options: Pick<RouteShorthandOptions, "bodyLimit"> = {},
): void => {
  const { route, tag, summary, description, params, query, body, status = 200, answer, waits, limit } = call;
  const [method, url = ""] = route.split(" ");
  (app as FastifyInstance).route({
    ...options,
    ...(call.unchecked && uncheckedSerializer),
    ...(call.isForm && readsForm),
    method: method as HTTPMethods,
    url,
    schema: {
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      ...(call.isForm && { consumes: ["multipart/form-data"] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(answer && { response: { [status]: answer, ...(waits && { 202: waits }) } }),
    },
    config: limit === undefined ? {} : { rateLimit: { max: limit, timeWindow: "15 minutes" } },
    handler: async (request, reply) => {
      const answered = await handle({
        params: request.params as Asked<C>["params"],
        query: request.query as Asked<C>["query"],
        body: request.body as Asked<C>["body"],
        account: request.account as Asked<C>["account"],
        get commandId() {
          return commandIdOf(request);
        },
        request,
        reply,
      });
      if (answered === reply) return reply;
      if (waits && isWaiting(answered)) void reply.code(202);
      else if (status !== 200) void reply.code(status);
      return answered as never;
    },
  });
};
