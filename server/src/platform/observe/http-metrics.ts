// Requests by route as it is written (never the path, which has ids in it), and how long they took.
import type { Registry } from "prom-client";
import { createDistribution, createTally, SECONDS } from "./tally.ts";

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
    SECONDS,
  );
  return {
    answered: (route, status, ms) => {
      count(route, String(status));
      seconds(ms / 1000);
    },
  };
};
