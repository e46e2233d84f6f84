import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../config.ts";
import { hashOf, NUMBER_FLOW_STYLE, pagePolicy, sitePolicy } from "./browser-policy.ts";

const google = { clientId: "c", secret: null, issuer: "https://accounts.google.com" };
const site = (config: Partial<Parameters<typeof sitePolicy>[0]> = {}): Map<string, string> =>
  new Map(
    sitePolicy({ google: null, isProduction: true, publicUrl: "https://jara.test", ...config })
      .split("; ")
      .map((directive) => [directive.split(" ", 1)[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );

describe("the site's policy", () => {
  it("allows the one style that a library writes, as the installed version writes it", async () => {
    const fromClient = createRequire(path.join(projectRoot, "client/package.json"));
    const fromLibrary = createRequire(fromClient.resolve("@number-flow/react"));
    const { buildStyles } = (await import(pathToFileURL(fromLibrary.resolve("number-flow/csp")).href)) as {
      buildStyles: (suffix: string) => string[];
    };
    expect(buildStyles("-react").map(hashOf)).toContain(NUMBER_FLOW_STYLE);
  });

  it("allows nothing unsafe and no wildcard except for https media, and requires Trusted Types", () => {
    const policy = site();
    for (const [name, sources] of policy) {
      expect([name, sources]).not.toEqual([name, expect.stringMatching(/unsafe|\*|(^| )(data|http|wss?):( |$)/)]);
      if (!/^(img|media)-src$/.test(name))
        expect([name, sources]).not.toEqual([name, expect.stringMatching(/https:( |$)/)]);
    }
    expect(Object.fromEntries(policy)).toMatchObject({
      "default-src": "'none'",
      "script-src": "'self'",
      "connect-src": "'self' wss://jara.test",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
      "require-trusted-types-for": "'script'",
      "upgrade-insecure-requests": "",
    });
  });

  it("allows Google's script if it is configured, and no other", () => {
    const policy = site({ google });
    expect(policy.get("script-src")).toBe("'self' https://accounts.google.com/gsi/client");
    expect(policy.get("frame-src")).toBe("https://accounts.google.com/gsi/");
    expect(policy.has("require-trusted-types-for")).toBe(false);
  });
});

it("a page made on the server may have only its own style and form", () => {
  expect(pagePolicy("p{}", ["'self'"])).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'self'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; frame-ancestors 'none'",
  );
});
