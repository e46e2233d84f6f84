// Metrics of requests by route pattern, and how long they took. A label must never hold the actual path, because it
// contains ids.
import type { Registry } from "prom-client";
import { BOUNDS_IN_SECONDS } from "./histogram-bounds.ts";
import { createDistribution, createTally } from "./tally.ts";

export interface HttpObserver {
  /** `route`: "GET /api/auctions/:id". */
  answered(route: string, status: number, ms: number): void;
}

export const observeHttp = (registry: Registry): HttpObserver => {
  const count = createTally<string, string>(
    { registry, name: "jara_http_requests_total", help: "Requests answered, by route and status." },
    ["route", "status"],
  );
  const seconds = createDistribution(
    { registry, name: "jara_http_request_seconds", help: "From a request to the end of its answer." },
    BOUNDS_IN_SECONDS,
  );
  return {
    answered: (route, status, ms) => {
      count(route, String(status));
      seconds(ms / 1000);
    },
  };
};
