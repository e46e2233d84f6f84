import { describe, expect, it } from "vitest";
import { bounds, defaults, scenarioNames } from "./bounds.ts";
import { HELP, readOptions } from "./options.ts";

const target = ["--url", "http://127.0.0.1:3000", "--participants", "participants.json"];
const wrong = (...args: string[]) => {
  try {
    readOptions(args);
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
};

it("reads every flag", () => {
  const args =
    "--transport both --bidders 3 --watchers 4 --rate 2.5 --time 6 --auctions 7 --warm-up 0 --json a --html b --history c";
  const limits = "--max-p99-answer 150 --max-p99-watcher 151.5 --min-rate 900 --max-lost 1 --max-unknown 2";
  expect(readOptions(["hot", ...target, ...args.split(" "), ...limits.split(" ")])).toEqual({
    scenario: "hot",
    target: { url: "http://127.0.0.1:3000", participantsFile: "participants.json" },
    transport: "both",
    bidders: 3,
    watchers: 4,
    rate: 2.5,
    time: 6,
    auctions: 7,
    warmUp: 0,
    json: "a",
    html: "b",
    history: "c",
    limits: {
      maxP99AnswerMs: 150,
      maxP99WatcherMs: 151.5,
      minAcceptedPerSecond: 900,
      maxLost: 1,
      maxUnknown: 2,
      maxCatchUpMs: null,
    },
  });
});

it("still reads the older names of the flags", () => {
  const options = readOptions(["hot", "--url", "http://127.0.0.1:3000", "--field", "f.json", "--carrier", "websocket"]);
  expect(options).toMatchObject({ target: { participantsFile: "f.json" }, transport: "websocket" });
});

it.each(scenarioNames)("uses the defaults of %s for missing options, and they are within the bounds", (scenario) => {
  const options = readOptions(["--", scenario]);
  expect(options).toMatchObject({ ...defaults[scenario], scenario, target: null, transport: "socket.io" });
  expect(options?.limits).toMatchObject({ maxLost: 0, maxP99AnswerMs: null, maxUnknown: null });
  for (const [name, { least, most }] of Object.entries(bounds)) {
    const usual = defaults[scenario][name as keyof typeof bounds];
    expect(usual).toBeGreaterThanOrEqual(least);
    expect(usual).toBeLessThanOrEqual(most);
    expect(HELP).toContain(most.toLocaleString("en"));
  }
  expect(HELP).toContain(`  ${scenario}`);
});

it("shows the help whatever other options there are", () => {
  expect(readOptions(["--help"])).toBeNull();
  expect(readOptions(["hot", "-h", "--bidders", "no"])).toBeNull();
});

describe("the sentence about a wrong option", () => {
  it.each([
    [[], /Which scenario\? One of hot, market/],
    [["hott"], /no scenario hott; there are hot, market/],
    [["hot", "war"], /Name one scenario only, without war/],
    [["hot", "--bider", "3"], /Unknown option '--bider'/],
    [["hot", "--bidders"], /--bidders <value>' argument missing/],
    [["hot", "--bidders", "0"], /--bidders must be a whole number from 2 to 5,000, not 0/],
    [["hot", "--bidders", "5001"], /from 2 to 5,000, not 5001/],
    [["hot", "--bidders", "1e3"], /not 1e3/],
    [["hot", "--watchers", "2.5"], /--watchers must be a whole number/],
    [["hot", "--watchers", "20001"], /to 20,000/],
    [["hot", "--rate", "0"], /--rate must be a number from 0.1 to 10,000/],
    [["hot", "--rate", "Infinity"], /not Infinity/],
    [["hot", "--time", "901"], /--time must be a number from 1 to 900/],
    [["hot", "--warm-up", "61"], /--warm-up must be a number from 0 to 60/],
    [["market", "--auctions", "5001"], /--auctions must be a whole number from 1 to 5,000/],
    [["close", "--auctions", "101"], /from 1 to 100/],
    [["hot", "--transport", "http"], /--transport is one of socket.io, websocket, both, not http/],
    [["hot", "--max-lost", "-1"], /--max-lost/],
    [["hot", "--max-p99-answer", "fast"], /--max-p99-answer must be a number of at least 0, not fast/],
    [["hot", "--max-catch-up", "100"], /--max-catch-up is only for storm/],
    [["hot", "--watchers", "0", "--max-p99-watcher", "1"], /needs watchers/],
    [["hot", "--url", "http://127.0.0.1:3000"], /--participants is missing/],
    [["hot", "--participants", "participants.json"], /--participants goes with --url/],
    [["hot", "--allow-host", "jara.example"], /--allow-host goes with --url/],
    [["hot", "--url", "https://jara.example", "--participants", "f"], /jara.example is not this machine/],
  ])("%j", (args, sentence) => expect(wrong(...args)).toMatch(sentence));
});
