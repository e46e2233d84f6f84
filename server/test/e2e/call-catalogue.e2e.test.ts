// Tests the catalogue of calls with which `pnpm trust floods` floods: every route and live command that an outsider may
// call is in it, with arguments that the server accepts.

import { liveCommands } from "@jara/shared/calls/live-list";
import { beforeAll, describe, expect, it } from "vitest";
import { access } from "../../src/app/access.ts";
import { projectRoot } from "../../src/config.ts";
import { openAsker } from "../../trust/calls/ask.ts";
import { type Call, catalogueOf, type Documents, exceptions, type Values } from "../../trust/calls/catalogue.ts";
import { documentsOf } from "../../trust/calls/documents.ts";
import { makeMarket } from "../../trust/calls/market.ts";
import { sharedServer } from "../support/e2e-server.ts";

const SMALL = { people: 2, bids: 6, ownBids: 2, saleLots: 3, ledgerEntries: 10, watched: 5 };

const server = await sharedServer();

describe("the catalogue of calls", () => {
  let documents: Documents;
  let values: Values;
  let calls: readonly Call[] = [];
  beforeAll(async () => {
    const [person] = await makeMarket(server, SMALL);
    if (!person) throw new Error("a market without people");
    values = person;
    documents = await documentsOf(server.address, projectRoot);
    calls = catalogueOf(documents, values).calls;
  });

  it("has every route that a visitor or a bidder may call", () => {
    expect(catalogueOf(documents, values).missing).toEqual([]);
    const names = new Set(calls.map(({ name }) => name));
    const routes = Object.keys(access).filter((route) => ["anyone", "signed in"].includes(access[route] ?? ""));
    const unnamed = routes.filter((route) => !names.has(route) && !exceptions.some(([one]) => one.test(route)));
    expect(unnamed).toEqual([]);
    for (const [excepted] of exceptions) expect(routes.some((route) => excepted.test(route))).toBe(true);
  });

  it("has every live command, on both transports", () => {
    const live = calls.flatMap((call) => ("command" in call ? [`${call.over} ${call.command}`] : []));
    for (const name of Object.keys(liveCommands))
      for (const over of ["socket.io", "/ws"]) expect(live).toContain(`${over} ${name}`);
  });

  it("says which route it cannot call, until somebody gives it an argument", () => {
    const given = { ...documents, access: { "GET /api/clouds/:id": "anyone", "POST /api/clouds": "signed in" } };
    expect(catalogueOf(given, values).missing).toEqual([
      "GET /api/clouds/:id: the path's :id has no value in the catalogue",
      "POST /api/clouds: its body has no example in the document, and none in the catalogue",
    ]);
  });

  it("has arguments that the server accepts", async () => {
    const asker = openAsker(server.address);
    const answers: string[] = [];
    for (const call of calls) {
      if (!("token" in call)) continue;
      const each = "paths" in call ? call.paths.map((path) => ({ ...call, paths: [path] })) : [call];
      for (const one of each) answers.push(`${call.name}: ${await asker.ask(one)}`);
    }
    asker.close();
    const isBad = (answer: string): boolean => /: (5\d\d|400 INVALID \[|INVALID$|\?$)/.test(answer);
    // The example's password and code are nobody's.
    expect(answers.filter((answer) => isBad(answer) && !answer.includes("is wrong"))).toEqual([]);
    expect(answers.filter((one) => /^GET .*: 4\d\d/.test(one)).sort()).toEqual([
      // Each of these has a path of nothing; the bidder sells no lot.
      "GET /*: 404 NOT_FOUND",
      "GET /api/mail/unsubscribe: 404",
      "GET /api/users/proof/:id/seller: 404 NOT_FOUND",
      "GET /log/:log/checkpoint/witnessed: 404 NOT_FOUND",
      "GET /log/:log/verdicts/:number: 404 NOT_FOUND",
      "GET /log/verdicts/:date: 404 NOT_FOUND",
      "GET /media/demo/*: 404 NOT_FOUND",
      "GET /sitemap/:page: 404 NOT_FOUND",
    ]);
  });
});
