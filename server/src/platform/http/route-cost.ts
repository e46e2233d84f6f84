// The cost of a route: milliseconds of the thread that answers bids. A server with a route without a cost does not start.
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { HttpBulkheads } from "../limits/admission.ts";

export interface RouteCost {
  /** The least that a request takes. What its answer takes by its size is charged afterwards. */
  readonly ms: number;
  /** The bulkhead in which the request waits when many come. Null: it is admitted elsewhere. */
  readonly bulkhead: keyof HttpBulkheads | null;
}

declare module "fastify" {
  interface FastifyContextConfig {
    cost?: RouteCost;
  }
}

/** A path without a route. */
const UNKNOWN: RouteCost = { ms: 0.5, bulkhead: "others" };

/** Register before the routes. `costOf` throws for a route that it does not know. */
export const declareCosts = (app: FastifyInstance, costOf: (route: RouteOptions) => RouteCost): void => {
  app.addHook("onRoute", (route) => {
    route.config = { ...route.config, cost: costOf(route) };
  });
};

export const costOf = ({ routeOptions }: FastifyRequest): RouteCost => routeOptions.config?.cost ?? UNKNOWN;
