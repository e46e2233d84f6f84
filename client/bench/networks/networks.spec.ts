// Bad networks, measured: each scenario with each transport, several runs, medians in a table (docs/networks.md). RUNS and
// ONLY (part of a scenario's name) change what is run.
import { Api } from "../../e2e/support/api.ts";
import { AuctionServer } from "../../e2e/support/auction-server.ts";
import { Link } from "../../e2e/support/link.ts";
import { expect, test } from "../../e2e/support/test.ts";
import { Device } from "./device.ts";
import { type Figures, measure, median, type Transports } from "./measure.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

const RUNS = Number(process.env.RUNS ?? 5);
const ONLY = process.env.ONLY ?? "";
/** Runs that go on side by side; each waits most of its time. */
const LANES = Number(process.env.LANES ?? 3);

const transports: readonly { name: string; order: Transports }[] = [
  { name: "WebSocket", order: ["websocket"] },
  { name: "polling", order: ["polling"] },
  { name: "as chosen", order: null },
].filter(({ name }) => name.includes(process.env.TRANSPORT ?? "")) as { name: string; order: Transports }[];

interface Job {
  scenario: Scenario;
  transport: (typeof transports)[number];
}

const inSeconds = (values: readonly (number | null)[]): string => {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return "";
  const [middle, worst] = [median(known), Math.max(...known)];
  const missing = known.length < values.length ? `, ${values.length - known.length} never` : "";
  return `${(middle / 1_000).toFixed(2)} (${(worst / 1_000).toFixed(2)}${missing})`;
};

test("bad networks", async ({ launchOptions }) => {
  test.setTimeout(7_200_000);
  const links = await Promise.all(
    Array.from({ length: LANES }, () => Link.open({ kbitPerSecond: 1e6, roundTripMs: 0, loss: 0 })),
  );
  const server = await AuctionServer.open({ ALLOWED_ORIGINS: links.map(({ origin }) => origin).join(",") });
  for (const link of links) link.leadTo(server.url);
  const api = new Api(server.url);

  const jobs: Job[] = scenarios
    .filter(({ name }) => name.includes(ONLY))
    .flatMap((scenario) => transports.map((transport) => ({ scenario, transport })))
    .filter(({ scenario, transport }) => !scenario.swallowsWebSockets || transport.order === null);
  const queue = Array.from({ length: RUNS }, () => jobs).flat();
  const results = new Map<Job, Figures[]>(jobs.map((job) => [job, []]));
  const work = async (link: Link): Promise<void> => {
    const device = await Device.switchOn(launchOptions);
    const people = await Promise.all([api.member("ada"), api.member("bola"), api.member("chidi")]);
    for (let job = queue.shift(); job; job = queue.shift()) {
      const figures = await measure({
        device,
        api,
        link,
        people,
        scenario: job.scenario,
        transports: job.transport.order,
      });
      console.log(`${job.scenario.name}, ${job.transport.name}: ${JSON.stringify(figures)}`);
      results.get(job)?.push(figures);
    }
    await device.switchOff();
  };
  await Promise.all(links.map(work));
  for (const link of links) await link.close();
  await server.close();

  const rows = [...results].map(([{ scenario, transport }, runs]) => {
    const of = (key: "live" | "noticed" | "right" | "answered" | "lag") => inSeconds(runs.map((run) => run[key]));
    const off = runs.flatMap(({ countdownOff }) => countdownOff ?? []);
    const clock = off.length > 0 ? `${median(off).toFixed(1)} s` : "";
    const answers = [...new Set(runs.map(({ answer }) => answer))];
    const said = answers.map((text) => `${runs.filter(({ answer }) => answer === text).length} × ${text}`).join(", ");
    return `| ${scenario.name} | ${transport.name} | ${of("live")} | ${of("lag")} | ${of("noticed")} | ${of("right")} | ${of("answered")} | ${said} | ${clock} | ${runs.flatMap(({ faults }) => faults).length} |`;
  });
  console.log(
    [
      `Seconds: median and worst of ${RUNS} runs.`,
      "| network | transport | live | a rival's bid on the screen | loss noticed | right again | bid answered | answer | countdown off | faults |",
      "|---|---|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
  expect([...results.values()].flat().flatMap(({ faults }) => faults)).toEqual([]);
});
