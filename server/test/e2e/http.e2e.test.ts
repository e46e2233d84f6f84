// Tests the rules for the whole site over HTTP: the document of the API, origins, security headers, pages, errors.
import http from "node:http";
import { describe, expect, it } from "vitest";
import { sitePolicy } from "../../src/platform/http/browser-policy.ts";
import { makePerson } from "../support/e2e-people.ts";
import { askRaw } from "../support/e2e-raw-http.ts";
import { ALLOWED_ORIGIN, type ApiCall, sharedServer, startTestServer } from "../support/e2e-server.ts";

const routes = [
  "POST /api/auth/register",
  "POST /api/auth/login",
  "POST /api/auth/verify-email",
  "POST /api/auth/resend-verification",
  "GET /api/auth/profile",
  "GET /api/users/profile",
  "GET /api/auctions",
  "POST /api/auctions",
  "GET /api/auctions/{id}",
  "GET /api/auctions/user/my-auctions",
  "PATCH /api/auctions/admin/{id}/status",
  "PATCH /api/auctions/{id}/cancel",
  "POST /api/bids",
  "GET /api/bids/auction/{id}",
  "GET /api/bids/auction/{id}/highest",
  "GET /api/bids/user/my-bids",
  "POST /api/maxbids",
  "GET /api/maxbids/user/active",
  "GET /api/maxbids/auction/{id}",
  "GET /api/maxbids/auction/{id}/all",
  "DELETE /api/maxbids/{id}",
  "POST /api/upload/single",
  "POST /api/admin/imports",
];

const server = await sharedServer();

describe("the site over HTTP", () => {
  const get = (url: string, headers: Record<string, string> = {}) => server.api("GET", url, { headers });

  // S388
  it("documents every route of the API with its answers", async () => {
    const { status, body } = await get("/docs/json");
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    const documented = Object.entries<Record<string, { responses: Record<string, object> }>>(body.paths).flatMap(
      ([url, methods]) =>
        Object.entries(methods).map(([method, { responses }]) => {
          const [success] = Object.entries(responses);
          expect([url, success?.[0]]).toEqual([url, expect.stringMatching(/^20[014]$/)]);
          // Only a log-out answers without a body.
          const { content } = (success?.[1] ?? {}) as { content?: object };
          if (success?.[0] === "204") expect([url, content]).toEqual(["/api/auth/logout", undefined]);
          else expect(JSON.stringify([url, content])).toMatch(/"type"|"\$ref"/);
          return `${method.toUpperCase()} ${url}`;
        }),
    );
    expect(documented).toEqual(expect.arrayContaining(routes));
    expect((await get("/docs/")).text).toContain("<html");
  });

  it("serves each documented route", async () => {
    for (const route of routes) {
      const [method = "", url = ""] = route.split(" ");
      const { status, body } = await server.api(method, url.replace("{id}", "none"));
      // The fallback says just this; a route that does not find its object says what was not found.
      expect([route, status, body]).not.toEqual([route, 404, { code: "NOT_FOUND", message: "Not found" }]);
    }
  });

  it("allows a page of an allowed origin to send its token and every method of the API", async () => {
    for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
      const { status, headers } = await server.api("OPTIONS", "/api/auctions/x/cancel", {
        headers: {
          origin: ALLOWED_ORIGIN,
          "access-control-request-method": method,
          "access-control-request-headers": "authorization,content-type,idempotency-key",
        },
      });
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-methods")).toContain(method);
      expect(headers.get("access-control-allow-headers")).toContain("idempotency-key");
      expect(headers.get("access-control-allow-credentials")).toBe("true");
    }
    const { headers } = await get("/api/auctions", { origin: ALLOWED_ORIGIN });
    const readable = headers.get("access-control-expose-headers")?.split(", ") ?? [];
    expect(readable).toEqual(
      expect.arrayContaining(["x-request-id", "retry-after", "x-ratelimit-reset", "content-disposition"]),
    );
  });

  it("answers 404 to an address with two slashes", async () => {
    for (const [method, url] of [
      ["GET", "/api//auctions"],
      ["GET", "//api/auctions?search=a//b"],
      ["POST", "/api//bids"],
    ] as const) {
      const { status, body } = await server.api(method, url);
      expect([url, status, body]).toEqual([url, 404, { code: "NOT_FOUND", message: "Not found" }]);
    }
    expect((await get("/api/auctions?search=a//b")).status).toBe(200);
  });

  it("sends security headers with pages, answers and errors alike", async () => {
    for (const url of ["/", "/api/auctions", "/api/none", "/docs/json"]) {
      const { headers } = await get(url);
      const policy = headers.get("content-security-policy") ?? "";
      expect([url, policy]).toEqual([url, expect.stringContaining("default-src 'none'")]);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      for (const name of ["x-powered-by", "server"]) expect(headers.get(name)).toBeNull();
      if (url.startsWith("/api")) expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("sends security headers also with Socket.IO's polling, which is answered beside the routes", async () => {
    const { status, text, headers } = await get("/socket.io/?EIO=4&transport=polling");
    expect([status, text]).toEqual([200, expect.stringContaining('"sid"')]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("repeats no secret in a refusal, wherever the secret was sent", async () => {
    const secret = "a-secret-that-was-given-0123456789";
    const bearer = { authorization: `Bearer ${secret}` };
    const body = { email: "a@b.test", password: secret, token: secret, username: secret, more: secret };
    const calls: [method: string, url: string, call: ApiCall][] = [
      ["GET", `/api/auth/profile?token=${secret}`, {}],
      ["GET", `/api/${secret}?token=${secret}`, { headers: bearer }],
      ["GET", `/${secret}.js?token=${secret}`, {}],
      ["GET", `/api/auctions/${secret}`, { headers: bearer }],
      ["GET", `/api/mail/unsubscribe?user=${secret}&signature=${secret}`, {}],
      ["GET", `/media/${secret}`, {}],
      ["GET", "/api/auth/profile", { headers: { ...bearer, cookie: `session=${secret}`, "x-other": secret } }],
      ...["login", "register", "verify-email", "resend-verification"].map((call): [string, string, ApiCall] => [
        "POST",
        `/api/auth/${call}`,
        { body },
      ]),
      ["POST", "/api/auth/login", { raw: `{"password": "${secret}", broken` }],
      ["POST", "/api/auth/login", { raw: secret, headers: { "content-type": secret } }],
      ["POST", "/api/bids", { body, headers: { ...bearer, "idempotency-key": secret } }],
    ];
    for (const [method, url, call] of calls) {
      const { status, text, headers } = await server.api(method, url, call);
      const said = [text, ...headers].join("\n");
      if (url.startsWith("/api")) expect([url, status >= 400]).toEqual([url, true]);
      expect([method, url, said.includes(secret)]).toEqual([method, url, false]);
    }
  });

  it.each([
    ["GET", "/api"],
    ["GET", "/api/nothing/here"],
    ["GET", "/api?x=1"],
    ["POST", "/api/auctions/user/my-auctions"],
    ["DELETE", "/api/bids"],
    ["GET", "/assets/none.js"],
    ["GET", "/media/none.jpg"],
    ["POST", "/login"],
  ])("answers 404 as an ordinary error for an unknown address: %s %s", async (method, url) => {
    const { status, body } = await server.api(method, url);
    expect([status, body]).toEqual([404, { code: "NOT_FOUND", message: "Not found" }]);
  });

  it("takes zero bytes as no body, whatever content type a client sends with them", async () => {
    const { token } = await makePerson(server, "fixed-headers", { role: "admin" });
    const id = "00000000-0000-4000-8000-000000000000";
    const calls = [
      ["DELETE", `/api/maxbids/${id}`],
      ["POST", `/api/auctions/${id}/buy-it-now`],
      ["PATCH", `/api/auctions/${id}/cancel`],
      ["POST", `/api/auctions/${id}/withdraw-bids`],
      ["PUT", `/api/watchlist/${id}`],
      ["DELETE", `/api/auctions/${id}`],
    ] as const;
    for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
      for (const [method, path] of calls) {
        const { status, body } = await server.api(method, path, { token, headers: { "content-type": type }, raw: "" });
        expect([type, path, status, body.code]).toEqual([type, path, 404, "NOT_FOUND"]);
      }
      const needing = await server.api("POST", "/api/bids", { token, headers: { "content-type": type }, raw: "" });
      expect([needing.status, needing.body.issues[0].path]).toEqual([400, ""]);
      const leaving = await makePerson(server, `leaving-${type.replace(/\W/g, "-")}`);
      const call = { token: leaving.token, headers: { "content-type": type }, raw: "" };
      expect((await server.api("POST", "/api/auth/logout", call)).status).toBe(204);
    }
  });

  it("ignores an unknown parameter of a query", async () => {
    expect((await get("/api/auctions?no-such=1&limit=5")).status).toBe(200);
  });

  it("names the reason of each invalid request, also one that no route gets", async () => {
    const unreadable = await get("/api/auctions/%E0%A4%A");
    const broken = await askRaw(server, "/api/auctions", ["Host: x", "Content-Length: x"]);
    const large = await askRaw(server, "/api/auctions", ["Host: x", `More: ${"x".repeat(16 * 1024)}`]);
    for (const [wanted, { status, body }] of [
      [400, unreadable],
      [400, { ...broken, body: JSON.parse(broken.text) }],
      [431, { ...large, body: JSON.parse(large.text) }],
    ] as const) {
      expect([status, body.code]).toEqual([wanted, "INVALID"]);
      expect(body.issues).toEqual([{ path: "", message: body.message }]);
    }
    expect(unreadable.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  it("in production shows no development mails, requires HTTPS, and names the site's own origin only", async () => {
    const publicUrl = "https://jara.test";
    const production = await startTestServer({ config: { isProduction: true, publicUrl } });
    for (const url of ["/dev/mail", "/dev/mail.json"]) expect((await production.api("GET", url)).status).toBe(404);
    const allowed = async (origin: string) =>
      (await production.api("GET", "/api/auctions", { headers: { origin } })).headers.get(
        "access-control-allow-origin",
      );
    expect(await allowed(publicUrl)).toBe(publicUrl);
    expect(await allowed(production.address)).toBeNull();
    const { headers } = await production.api("GET", "/api/auctions");
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{7,}/);
    await production.close();
  });

  it.each(["live", "ready"])("reports at /health/%s that it is well", async (what) =>
    expect((await get(`/health/${what}`)).body).toEqual({ ok: true }),
  );

  describe("with the built client", () => {
    // S027
    it("answers a deep path of the site with its page, uncached, and hashed files with unlimited caching", async () => {
      const home = await get("/");
      const script = /href="(\/assets\/[^"]+\.js)" data-client/.exec(home.text)?.[1] ?? "no script";
      for (const [url, expected] of [
        ["/", 200],
        ["/auction/some-id?from=mail", 404],
        ["/my-bids", 200],
        ["/verify-email?token=t&email=e", 200],
        ["/apiary", 200],
      ] as const) {
        const { status, headers, text } = await get(url);
        expect([url, status]).toEqual([url, expected]);
        expect(text).toContain('<div id="root"');
        expect(text).toContain(script);
        expect(headers.get("content-type")).toMatch(/^text\/html/);
        expect(headers.get("cache-control")).toBe("no-cache");
        expect(headers.get("content-security-policy")).toBe(sitePolicy(server.config, { hasForms: true }));
      }
      const asset = await get(script);
      expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      for (const url of [script, "/docs/socket.json"]) {
        const packed = await fetch(`${server.address}${url}`);
        expect(packed.headers.get("content-encoding")).toMatch(/br|gzip/);
        expect(await packed.text()).toBe((await get(url)).text);
      }
    });

    it("answers 404 and no page for a file that is not there", async () => {
      for (const url of ["/favicon.ico", "/old-chunk.js?v=1", "/.env", "/apple-touch-icon.png", "/a/b.map"]) {
        const { status, body } = await get(url);
        expect([url, status, body?.code]).toEqual([url, 404, "NOT_FOUND"]);
      }
      expect((await get("/my-bids?from=mail.html")).headers.get("content-type")).toMatch(/^text\/html/);
    });

    it("serves no file from outside the built client", async () => {
      // As it is: fetch would resolve the dots itself.
      const getRaw = (rawPath: string): Promise<string> =>
        new Promise((resolve, reject) => {
          const { hostname, port } = new URL(server.address);
          const request = http.get({ hostname, port, path: rawPath, agent: false }, (response) => {
            let text = "";
            response.on("data", (part) => {
              text += part;
            });
            response.on("end", () => resolve(text));
          });
          request.on("error", reject);
        });
      for (const way of ["/..", "/%2e%2e", "/..%2f", "/assets/../..", "/assets/%2e%2e/%2e%2e", "/..%5c", "//.."]) {
        expect(await getRaw(`${way}/package.json`)).not.toContain("dependencies");
      }
    });
  });
});
