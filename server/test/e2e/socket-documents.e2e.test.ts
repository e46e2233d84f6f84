// Tests the documents for people who write a client: the guide and the API's document as the server serves them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { liveCommands, liveEvents } from "@jara/shared/calls/live-list";
import { httpStatusByCode } from "@jara/shared/errors";
import { buyItNowReasons } from "@jara/shared/rest/buy-it-now";
import { describe, expect, it } from "vitest";
import { makeAsyncApi } from "../../src/api-docs/async-api.ts";
import { projectRoot } from "../../src/config.ts";
import { sharedServer } from "../support/e2e-server.ts";

const docs = path.join(projectRoot, "docs");
const samples = readdirSync(path.join(docs, "clients"));
const guide = (page: string): string => readFileSync(path.join(docs, page), "utf8");
const socketApi = guide("socket-api.md");

const server = await sharedServer();

describe("the guide to the live API", () => {
  it("names every command and event, and no unknown one", () => {
    const names = [...Object.keys(liveCommands), ...Object.keys(liveEvents)];
    expect(names.filter((name) => !socketApi.includes(`\`${name}\``))).toEqual([]);
    const named = [...socketApi.matchAll(/`((?:auctions?|bid|maxbid|admin|user|win|purchase):\w+)`/g)].map((m) => m[1]);
    expect(named.filter((name) => !names.includes(name ?? ""))).toEqual([]);
  });

  it("has a row in the table of codes for every code of the API", () => {
    const rows = [...guide("api-errors.md").matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ]);
    expect(Object.fromEntries(rows)).toEqual(httpStatusByCode);
  });

  it("has each reason against Buy It Now in the table of its rules", () => {
    const rows = [...guide("rules/buy-it-now.md").matchAll(/^\|[^|]+\| `([\w-]+)` \| `/gm)].map(([, reason]) => reason);
    expect([...new Set(rows)].sort()).toEqual([...buyItNowReasons].sort());
  });

  it("names for each command the codes with which it may be refused", () => {
    const codesIn = (text = ""): string[] =>
      [...text.matchAll(/`([A-Z_]+)`/g)].map(([, code = ""]) => code).filter((code) => code in httpStatusByCode);
    const [, always, users, bidders] =
      /\nAlways possible: (.*?) A user's: (.*?)\. A\s+bidder's: (.*?)\n\n/s.exec(socketApi) ?? [];
    const rows = socketApi.match(/^\| `[\w-]+(?::\w+)?`.*\|$/gm) ?? [];
    const named = rows.flatMap((row) => {
      const cells = row.split(" | ");
      const [commands = "", refused = ""] = [cells[0], cells.at(-1)];
      return [...commands.matchAll(/`([\w:-]+)`/g)].map(([, command = ""]) => {
        // Such a command only ends what the other command of its row began.
        if (command.endsWith(":unwatch")) return [command, codesIn(always)] as const;
        const except = codesIn(/except (`[A-Z_]+`)/.exec(refused)?.[1]);
        const groups = [always, refused.includes("user's") ? users : "", refused.includes("bidder's") ? bidders : ""];
        const codes = groups.flatMap(codesIn).filter((code) => !except.includes(code));
        return [command, [...codes, ...codesIn(refused.replace(/except `[A-Z_]+`/, ""))]] as const;
      });
    });
    const sorted = (codes: readonly string[]) => [...new Set(codes)].sort();
    const listed = Object.entries(liveCommands).map(([command, { refusals }]) => [command, sorted(refusals)]);
    const inGuide = named
      .filter(([command]) => command in liveCommands)
      .map(([command, codes]) => [command, sorted(codes)]);
    expect(Object.fromEntries(inGuide)).toEqual(Object.fromEntries(listed));
  });

  it("lists the close codes that the AsyncAPI document names, and no others", () => {
    const codesIn = (text = "") => [...new Set(text.match(/\b(?:10\d\d|4\d\d\d)\b/g))].sort();
    const [, table] = guide("api-errors.md").split("## How a connection ends");
    const cells = [...(table ?? "").matchAll(/^\|[^|]*\|([^|]*)\|/gm)].map(([, cell]) => cell).join();
    const { description } = makeAsyncApi("Jara", "https://jara.test").channels.webSocket;
    // No close frame brings 1006: a client's own library reports it.
    expect(codesIn(cells)).toEqual([...codesIn(description), "1006"].sort());
  });

  it("lists every sample client", () => {
    expect(samples.filter((sample) => !socketApi.includes(`clients/${sample}`))).toEqual([]);
  });
});

describe("the live API's documents", () => {
  it("are served: the tested document and the guide, without a broken link", async () => {
    const { brandName, publicUrl } = server.config;
    const served = await server.api("GET", "/docs/socket.json");
    expect(served.body).toEqual(JSON.parse(JSON.stringify(makeAsyncApi(brandName, publicUrl))));
    const rest = await server.api("GET", "/docs/json");
    expect(rest.body.info.description).toContain("(/docs/socket)");
    const restGuide = "/docs/guide/rest-api.md";
    expect([rest.body.externalDocs.url, rest.body.info.description.includes(`(${restGuide})`)]).toEqual([
      restGuide,
      true,
    ]);
    expect(Object.keys(rest.body.paths).filter((route) => route.startsWith("/docs"))).toEqual([]);

    const seen = new Map<string, string>();
    const toSee = ["/docs/socket", restGuide];
    const links: string[] = [];
    for (let url = toSee.pop(); url; url = toSee.pop()) {
      const page = await fetch(new URL(url, server.address));
      expect([url, page.status]).toEqual([url, 200]);
      const html = await page.text();
      const at = new URL(page.url).pathname;
      seen.set(url, html).set(at, html);
      if (!page.headers.get("content-type")?.startsWith("text/html")) continue;
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(html).not.toMatch(/<script|<link|<img|\son\w+=/i);
      for (const [, href = ""] of html.matchAll(/ href="([^"]+)"/g)) {
        const to = new URL(href, page.url);
        // Pages about the project itself are not served.
        if (to.host !== new URL(page.url).host || !to.pathname.startsWith("/docs/")) continue;
        links.push(`${to.pathname}${to.hash}`);
        if (!seen.has(to.pathname) && !toSee.includes(to.pathname)) toSee.push(to.pathname);
      }
    }
    expect(seen.get("/docs/guide/socket-api.md")).toContain("<code>bid:place</code>");
    expect([...seen.keys()].filter((url) => url.includes("/clients/"))).toHaveLength(samples.length);
    const broken = links.filter((link) => {
      const [url = "", id] = link.split("#");
      return id && !seen.get(url)?.includes(`id="${decodeURIComponent(id)}"`);
    });
    expect(broken).toEqual([]);
  });
});
