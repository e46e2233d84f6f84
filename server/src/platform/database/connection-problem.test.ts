import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { awaitPostgres } from "./await-postgres.ts";
import { connectionProblem, DatabaseUnusable } from "./connection-problem.ts";

const url = "postgres://jara:pass%2Fword@db.example/market";
const withCode = (code: string): Error => Object.assign(new Error("the driver's words"), { code });

describe("a problem of the connection to PostgreSQL", () => {
  it.each([
    ["ECONNREFUSED", true, "Nothing listens at db.example:5432."],
    ["57P03", true, "PostgreSQL at db.example:5432 is starting."],
    ["53300", true, "no free connection"],
    ["28P01", false, "refuses the password of the user jara."],
    ["3D000", false, "has no database market; make it with: createdb --owner=jara market."],
    ["28000", false, "does not let the user jara connect to the database market"],
    ["42501", false, "may not make tables in the database market"],
  ])("is a sentence without a secret: %s (passes by itself: %s)", (code, isPassing, words) => {
    for (const error of [
      withCode(code),
      new Error("query", { cause: withCode(code) }),
      new AggregateError([withCode(code)]),
    ]) {
      const problem = connectionProblem(error, url);
      expect(problem).toMatchObject({ isPassing, sentence: expect.stringContaining(words) });
      expect(problem?.sentence).not.toMatch(/pass%2F|pass\/|the driver's words/);
    }
  });

  it("does not claim an error that has another cause", () => {
    expect(connectionProblem(new Error("a bug"), url)).toBeNull();
    expect(connectionProblem(withCode("23505"), url)).toBeNull();
    expect(connectionProblem(undefined, url)).toBeNull();
  });
});

describe("the wait for PostgreSQL at the start", () => {
  const recorded = () => {
    const lines: string[] = [];
    const write = (_details: object, message: string) => void lines.push(message);
    return { lines, log: { info: write, warn: write } };
  };

  it("ends after its time with a sentence, and has logged once", async () => {
    const { lines, log } = recorded();
    const waiting = awaitPostgres("postgres://jara@127.0.0.1:1/jara", { log, withinMs: 300, tryEveryMs: 50 });
    await expect(waiting).rejects.toThrow(DatabaseUnusable);
    await expect(waiting).rejects.toThrow(/Nothing listens at 127\.0\.0\.1:1\. The server tried \d+ times/);
    expect(lines).toEqual(["PostgreSQL is away, waiting for it"]);
  });

  it("treats a server that closes connections as one that may come back", async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { lines, log } = recorded();
    const waiting = awaitPostgres(`postgres://jara@127.0.0.1:${port}/jara`, {
      log,
      withinMs: 200,
      tryEveryMs: 50,
      answerWithinMs: 500,
    });
    await expect(waiting).rejects.toThrow(/does not answer|closes connections|breaks connections off/);
    expect(lines).toHaveLength(1);
    server.close();
  });
});
