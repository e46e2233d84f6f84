import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { metricIn, readServerMetrics, sampleIn } from "./server-metrics.ts";

const TEXT = `# HELP process_resident_memory_bytes Resident memory size in bytes.
# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes 104857600

# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 12.5 1732212345000
process_cpu_seconds_total_of_something_else 99
nodejs_eventloop_lag_p99_seconds{instance="a",note="has } and 7"} 0.02
nodejs_eventloop_lag_p99_seconds{instance="b"} 3e-2
jara_nothing NaN
`;

it("finds a metric by its whole name and sums it over its labels", () => {
  expect(sampleIn(TEXT, 7)).toEqual({
    readAt: 7,
    memoryBytes: 104_857_600,
    cpuSeconds: 12.5,
    eventLoopP99Seconds: 0.05,
  });
  expect(metricIn(TEXT, "process_cpu_seconds")).toBeNull();
  expect(metricIn(TEXT, "jara_nothing")).toBeNull();
  expect(metricIn("<html>nothing</html>", "process_cpu_seconds_total")).toBeNull();
});

const server = createServer((request, response) => {
  if (request.headers.authorization !== "Bearer right") response.writeHead(404).end("{}");
  else response.end(TEXT);
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it("reads a server's metrics with its token, and returns null if the server has none", async () => {
  expect(await readServerMetrics(url, "right")).toMatchObject({ memoryBytes: 104_857_600 });
  expect(await readServerMetrics(url, "wrong")).toBeNull();
  expect(await readServerMetrics(url, undefined)).toBeNull();
  expect(await readServerMetrics("http://127.0.0.1:1", undefined)).toBeNull();
});
