// @vitest-environment happy-dom
// Checks that a log-in leads to a path of this site, whatever the address says.
import { expect, it } from "vitest";
import { nextPath, safePath } from "./next-path.ts";

const elsewhere = [
  "//evil.test",
  "///evil.test",
  "////evil.test/x",
  "//evil.test:80",
  "//user@evil.test",
  "//localhost@evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "\\/evil.test",
  "/\\/evil.test",
  "/\\\\evil.test",
  "\\evil.test",
  "/.//evil.test",
  "/..//evil.test",
  "/a/..//evil.test",
  "/a/../..//evil.test",
  "/./..//evil.test",
  "/%2e//evil.test",
  "/%2e%2e//evil.test",
  "/.%2e//evil.test",
  "/a/%2e%2e//evil.test",
  "/.\\/evil.test",
  "/./\\evil.test",
  "/a/..\\\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "/\r\n/evil.test",
  "\t//evil.test",
  " //evil.test",
  "/.\t//evil.test",
  "/\t\\evil.test",
  "https://evil.test",
  "http://evil.test/",
  "HTTPS://evil.test",
  "https:evil.test",
  "https:/evil.test",
  "https:\\\\evil.test",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "javascript://%0aalert(1)",
  "/javascript:alert(1)//..//..//evil.test",
  "data:text/html,x",
  "blob:https://evil.test/x",
  "vbscript:x",
  "file:///etc/passwd",
  "mailto:x@evil.test",
  "ws://evil.test",
  "about:blank",
  "evil.test",
  "evil.test/path",
  "@evil.test",
  "?x",
  "#x",
  "",
  " ",
  ".",
  "http://localhost:3000.evil.test/",
  "http://localhost:3000@evil.test/",
  "//localhost:3000.evil.test",
  "//[::1]",
  "///",
];
const notText = [undefined, null, 5, true, {}, [], ["/my-bids"], { toString: () => "/my-bids" }, Symbol.iterator];

/** True if the router and the browser read it as a path of this origin and not as another site's address. */
const staysHere = (path: string): boolean => {
  const { origin } = window.location;
  const isPath = path.startsWith("/") && !path.startsWith("//") && !path.startsWith("/\\");
  return isPath && new URL(path, origin).origin === origin;
};

it("never redirects from a log-in to another site, however the address is written", () => {
  const bad: string[] = [];
  let tried = 0;
  const note = (what: string, path: string): void => {
    tried += 1;
    if (!staysHere(path)) bad.push(`${what}: ${path}`);
  };
  for (const path of elsewhere) {
    const written = JSON.stringify(path);
    note(`safePath ${written}`, safePath(path));
    note(`?next=${written}`, nextPath({ search: `?next=${encodeURIComponent(path)}`, state: null }));
    note(`?next=${written} as it is`, nextPath({ search: `?next=${path}`, state: null }));
    note(
      `?next=${written} encoded twice`,
      nextPath({ search: `?next=${encodeURIComponent(encodeURIComponent(path))}`, state: null }),
    );
    note(`from ${written}`, nextPath({ search: "", state: { from: path } }));
    note(`from the pathname ${written}`, nextPath({ search: "", state: { from: { pathname: path, search: "" } } }));
    note(
      `from / and the search ${written}`,
      nextPath({ search: "", state: { from: { pathname: "/", search: path } } }),
    );
    note(
      `next twice, ${written}`,
      nextPath({ search: `?next=/my-bids&next=${encodeURIComponent(path)}`, state: null }),
    );
    note(`from in the address, ${written}`, nextPath({ search: `?from=${encodeURIComponent(path)}`, state: {} }));
  }
  for (const from of notText) {
    tried += 1;
    if (safePath(from) !== "/") bad.push(`safePath of a ${typeof from}: ${safePath(from)}`);
    note(`from a ${typeof from}`, nextPath({ search: "", state: { from } }));
  }
  process.stdout.write(`  where a log-in may lead: ${tried} tried, ${bad.length} bad\n`);
  expect(bad).toEqual([]);
});

it("returns home for another site's address, otherwise the path that was asked for", () => {
  for (const path of elsewhere.slice(0, 12)) expect([path, safePath(path)]).toEqual([path, "/"]);
  for (const path of ["/", "/my-bids", "/auction/x?from=mail", "/auction/x#bids", "/admin/auctions?page=2&q=a//b"]) {
    expect(safePath(path)).toBe(path);
    expect(nextPath({ search: `?next=${encodeURIComponent(path)}`, state: null })).toBe(path);
    expect(nextPath({ search: "", state: { from: path } })).toBe(path);
  }
  expect(nextPath({ search: "", state: { from: { pathname: "/auction/x", search: "?y=1", hash: "#z" } } })).toBe(
    "/auction/x?y=1#z",
  );
});
