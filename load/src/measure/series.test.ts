import { expect, it } from "vitest";
import { Measurements } from "./measurements.ts";
import { Series } from "./series.ts";
import { sampleIn } from "./server-metrics.ts";

const cpu = (seconds: number, readAt: number) => sampleIn(`process_cpu_seconds_total ${seconds}\n`, readAt);
const beside = { watchersUp: 1, testerCpu: 0.5, server: null };

it("records one moment each second with the rates of that second, and no incomplete one at the end", () => {
  const measured = new Measurements();
  const series = new Series(measured, 1000);
  measured.byTransport["socket.io"].offered = 10;
  series.take(3000, beside);
  measured.byTransport.websocket.offered = 6;
  measured.delivered = 40;
  series.take(4000, beside);
  series.take(4100, beside);
  expect(series.moments).toMatchObject([
    { at: 2, offered: 5, deliveries: 0, answerP50: null },
    { at: 3, offered: 6, deliveries: 40 },
  ]);
});

it("calculates the server's processor time between two answers that are far enough apart", () => {
  const series = new Series(new Measurements(), 0);
  const given = [cpu(10, 1000), cpu(10.5, 2000), cpu(10.5, 2000), cpu(12, 2100), cpu(11.5, 4000), cpu(0.2, 5000), null];
  for (const [i, server] of given.entries()) series.take((i + 1) * 1000, { ...beside, server });
  expect(series.moments.map(({ serverCpu }) => serverCpu)).toEqual([null, 0.5, null, null, 0.5, 0, null]);
});
