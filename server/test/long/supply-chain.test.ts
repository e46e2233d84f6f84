// Checks the gates on external code: exact versions, pinned packages, licences, known vulnerabilities.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packages } from "../../../scripts/packages.mjs";
import { projectRoot } from "../../src/config.ts";

const script = (name: string): string => path.join(projectRoot, "scripts", name);
const check = (folder: string) =>
  spawnSync(process.execPath, [script("check-dependencies.mjs"), folder], { encoding: "utf8" });

describe("the check of dependencies", () => {
  let folder = "";
  const files = ["package.json", ...packages.map((place) => `${place}/package.json`)];
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "jara-supply-"));
    symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
    for (const file of [...files, "pnpm-lock.yaml", "pnpm-workspace.yaml"]) {
      cpSync(path.join(projectRoot, file), path.join(folder, file));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("finds nothing wrong in the repository", () => {
    const { status, stdout, stderr } = check(projectRoot);
    expect([status, stderr]).toEqual([0, ""]);
    expect(Number(/(\d+) looked at/.exec(stdout)?.[1])).toBeGreaterThan(300);
  });

  it("finds every planted mistake", () => {
    const versionOf = (file: string, name: string): string =>
      new RegExp(`"${name}": "([^"]+)"`).exec(readFileSync(path.join(folder, file), "utf8"))?.[1] ?? "";
    const fastify = versionOf("server/package.json", "fastify");
    const zod = versionOf("server/package.json", "zod");
    const another = `${Number.parseInt(zod, 10) + 1}.0.0`;
    const mistakes = [
      ["server/package.json", '"fastify": "', '"fastify": "^', `server: fastify ^${fastify} is no exact version`],
      ["client/package.json", '"react": "', '"react": "github:someone/react#', "client: react github:someone/react#"],
      [
        "server/package.json",
        '"sharp": "',
        '"sharp": "https://evil.test/sharp.tgz?',
        "server: sharp https://evil.test/",
      ],
      [
        "server/package.json",
        `"zod": "${zod}"`,
        `"zod": "${another}"`,
        `server: dependencies zod ${zod} is in the lockfile alone`,
      ],
      ["package.json", '"knip": "', '"left-pad": "1.3.0", "knip": "', "left-pad 1.3.0 is not in the lockfile"],
      ["package.json", '"scripts": {', '"resolutions": {}, "scripts": {', ".: resolutions has no place here"],
      ["pnpm-workspace.yaml", "  esbuild: true\n", "", "has an install script that nobody decided about"],
      ["pnpm-lock.yaml", "{integrity: sha512-", "{tarball: https://evil.test/sha512-", "comes by tarball"],
      ["pnpm-lock.yaml", "{integrity: sha512-", "{integrity: sha1-", "comes by integrity: sha1-"],
    ] as const;
    for (const [file, right, wrong] of mistakes) {
      const place = path.join(folder, file);
      const text = readFileSync(place, "utf8");
      expect(text).toContain(right);
      writeFileSync(place, text.replace(right, wrong));
    }
    const { status, stderr } = check(folder);
    expect(status).toBe(1);
    for (const [, , , problem] of mistakes) expect(stderr).toContain(problem);
  });
});

it("the bill of materials names every package with its hash", () => {
  const { stdout } = spawnSync(process.execPath, [script("sbom.mjs")], { encoding: "utf8", maxBuffer: 1 << 26 });
  const { components } = JSON.parse(stdout) as { components: { purl: string; hashes: { content: string }[] }[] };
  const lockfile = readFileSync(path.join(projectRoot, "pnpm-lock.yaml"), "utf8");
  expect(components).toHaveLength(lockfile.match(/^ {4}resolution: /gm)?.length ?? 0);
  for (const { purl, hashes } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/);
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  }
});

describe("the audit", () => {
  /** A vulnerability as the registry reports it. */
  const hole = (name: string, severity: string) => ({
    id: name.charCodeAt(0),
    github_advisory_id: `GHSA-${name}`,
    cves: [],
    module_name: "fastify",
    severity,
    title: "It lets everybody in",
    url: "https://advisories.test/1234",
    findings: [{ version: "5.12.8", paths: ["server>fastify"], dev: false, optional: false, bundled: false }],
    vulnerable_versions: "<99",
    patched_versions: ">=99",
    overview: "",
    recommendation: "",
    references: "",
    access: "public",
    cwe: "CWE-1",
    created: "2026-01-01T00:00:00Z",
    updated: "2026-01-01T00:00:00Z",
    deleted: null,
    found_by: null,
    reported_by: null,
    metadata: null,
  });
  const report = (...holes: object[]) => ({
    actions: [],
    advisories: Object.fromEntries(holes.map((one, n) => [String(n), one])),
    muted: [],
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: holes.length, critical: 0 }, dependencies: 1 },
  });
  const allowance = (name: string, until: string) => ({ id: `GHSA-${name}`, until, reason: "Not reached by us." });

  /** The output of the audit step with a local registry that gives this answer. Null: the registry never answers. */
  const audit = async (answer: { status: number; body: object } | null, allowed: object[] = []) => {
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(request.url ?? "");
      request.resume();
      if (answer) request.on("end", () => response.writeHead(answer.status).end(JSON.stringify(answer.body)));
    });
    await once(registry.listen(0, "127.0.0.1"), "listening");
    const folder = mkdtempSync(path.join(tmpdir(), "jara-audit-"));
    const list = path.join(folder, "allowed.json");
    writeFileSync(list, JSON.stringify(allowed));
    try {
      const { port } = registry.address() as AddressInfo;
      const step = spawn(process.execPath, [script("audit.mjs")], {
        env: {
          ...process.env,
          AUDIT_REGISTRY: `http://127.0.0.1:${port}/`,
          AUDIT_ALLOWED: list,
          AUDIT_WITHIN_MS: answer ? "60000" : "4000",
        },
      });
      let output = "";
      for (const stream of [step.stdout, step.stderr]) stream.on("data", (text) => (output += String(text)));
      const [status] = (await once(step, "close")) as [number];
      return { status, output, asked };
    } finally {
      registry.closeAllConnections();
      registry.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it("fails on a known vulnerability today, unless an entry with a reason allows it", async () => {
    const [bad, good] = await Promise.all([
      audit(
        {
          status: 200,
          body: report(hole("A", "high"), hole("B", "moderate"), hole("C", "critical"), hole("D", "high")),
        },
        [allowance("A", "2026-01-31"), allowance("B", "2999-12-31"), { ...allowance("C", "2999-12-31"), reason: "" }],
      ),
      audit({ status: 200, body: report(hole("B", "high"), hole("E", "low")) }, [allowance("B", "2999-12-31")]),
    ]);
    expect(bad.asked).not.toEqual([]);
    expect(bad.status).toBe(1);
    for (const line of [
      "high: fastify, It lets everybody in (GHSA-A): was allowed until 2026-01-31",
      "moderate: fastify, It lets everybody in (GHSA-B): allowed until 2999-12-31, Not reached by us.",
      "critical: fastify, It lets everybody in (GHSA-C): is allowed without a reason",
      "high: fastify, It lets everybody in (GHSA-D)\n",
      "Audited: 3 known holes, 1 allowed, 0 of low weight.",
    ]) {
      expect(bad.output).toContain(line);
    }
    expect([good.status, good.output]).toEqual([0, expect.stringContaining("0 known holes, 1 allowed, 1 of low")]);
  });

  it("reports that no registry answers, and continues", async () => {
    for (const { status, output } of await Promise.all([audit({ status: 405, body: {} }), audit(null)])) {
      const said = /^NOT AUDITED: the registry could not be asked about known holes \(.*(405|no answer in time).*\)\n$/;
      expect([status, output]).toEqual([0, expect.stringMatching(said)]);
    }
  });
});
