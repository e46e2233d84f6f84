// Tests the legal pages over REST: the version in force, earlier ones, and the settings in the texts.
import { legalVersions } from "@jara/shared/legal-versions";
import { legalAnswer, legalPages } from "@jara/shared/rest/legal";
import { expect, it } from "vitest";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("the legal pages", () => {
  it("are answered to visitors in the version in force, with the operator's settings", async () => {
    for (const page of legalPages) {
      const { status, body } = await server.api("GET", `/api/legal/${page}`);
      expect(status).toBe(200);
      expectShape(legalAnswer, body);
      expect(body).toMatchObject({ page, isInForce: true, version: body.versions[0].version });
    }
    const { sections, version } = (await server.api("GET", "/api/legal/terms")).body;
    expect(version).toBe(legalVersions.terms);
    const text = JSON.stringify(sections);
    expect(text).toContain("Jara Tests Ltd, 1 Test Road, Yaba, Lagos");
    expect(text).toContain("help@jara.test");
  });

  it("stay readable in every earlier version, each of which differs", async () => {
    for (const page of legalPages) {
      const { versions } = (await server.api("GET", `/api/legal/${page}`)).body as typeof legalAnswer._zod.output;
      const texts = new Set<string>();
      for (const [at, { version }] of versions.entries()) {
        const { status, body } = await server.api("GET", `/api/legal/${page}?version=${version}`);
        expect([status, body.version, body.isInForce]).toEqual([200, version, at === 0]);
        texts.add(JSON.stringify(body.sections));
      }
      expect(texts.size).toBe(versions.length);
    }
  });

  it("are refused for an unknown page or version", async () => {
    expect((await server.api("GET", "/api/legal/terms?version=2020-01-01")).body.code).toBe("NOT_FOUND");
    for (const path of ["terms?version=newest", "cookies", "..%2Fterms"]) {
      expect([path, (await server.api("GET", `/api/legal/${path}`)).status]).toEqual([path, 400]);
    }
  });
});
