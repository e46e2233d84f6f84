// Tests scripts/release.mjs in a repository of its own: what it refuses to release, and the tag that it makes.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packages } from "../../scripts/packages.mjs";
import { projectRoot } from "../src/config.ts";

let folder = "";
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const git = (...args: string[]): string => {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@jara.test", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};
const commit = (): void => {
  git("add", "--all");
  git("commit", "--quiet", "--message", "Change");
};
const release = (...args: string[]) => {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: "Test",
    GIT_AUTHOR_EMAIL: "t@jara.test",
    GIT_COMMITTER_NAME: "Test",
    GIT_COMMITTER_EMAIL: "t@jara.test",
  };
  const run = spawnSync(process.execPath, ["scripts/release.mjs", ...args], { cwd: folder, encoding: "utf8", env });
  return { code: run.status, said: run.stdout + run.stderr };
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-release-"));
  mkdirSync(path.join(folder, "scripts"));
  for (const script of ["release.mjs", "packages.mjs"]) {
    cpSync(path.join(projectRoot, "scripts", script), path.join(folder, "scripts", script));
  }
  for (const part of ["", ...packages.map((one) => `${one}/`)]) {
    write(`${part}package.json`, '{\n  "name": "a part",\n  "version": "0.1.0"\n}\n');
  }
  write("docker-compose.production.yml", `image: jara:\${JARA_VERSION:-0.1.0}\n`);
  write("deploy/production.env.example", "JARA_VERSION=0.1.0\n");
  write("CHANGELOG.md", "# Changes\n\n## 0.1.0, 2026-11-25\n- The first one.\n\n## 0.0.1, 2026-11-01\n- Older.\n");
  write("docs/upgrading.md", "# Upgrading\n");
  git("init", "--quiet", "--initial-branch", "main");
  commit();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("says that a clean commit can be released, and tags it with the notes of its version alone", () => {
  expect(release()).toMatchObject({ code: 0, said: expect.stringContaining("can be released as 0.1.0") });
  expect(git("tag")).toBe("");
  expect(release("--tag").code).toBe(0);
  expect(git("tag", "--list", "--format=%(contents)", "v0.1.0")).toBe("Jara 0.1.0\n\n- The first one.");
  expect(release()).toMatchObject({ code: 1, said: expect.stringContaining("v0.1.0 exists already") });
});

it("sets a version everywhere, and refuses it until the changelog and the notes for upgrades are written", () => {
  release("--tag");
  expect(release("--set", "0.2").code).toBe(1);
  expect(release("--set", "0.2.0").code).toBe(0);
  write("migrations/0001_more.sql", "select 1;\n");
  const refused = release();
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('no section "## 0.2.0, <date>"');
  expect(refused.said).toContain("not committed");
  write("CHANGELOG.md", "# Changes\n\n## 0.2.0, 2026-12-01\n- More.\n");
  commit();
  expect(release()).toMatchObject({
    code: 1,
    said: "There are migrations since v0.1.0, and docs/upgrading.md has no section about 0.2.0.\n",
  });
  write("docs/upgrading.md", "# Upgrading\n\n## To 0.2.0\nNothing to do.\n");
  commit();
  expect(release()).toMatchObject({ code: 0, said: expect.stringContaining("can be released as 0.2.0") });
  git("checkout", "--quiet", "-b", "side");
  expect(release()).toMatchObject({ code: 1, said: expect.stringContaining("branch main") });
});

it("finds a part that names another version", () => {
  write("client/package.json", '{\n  "name": "a part",\n  "version": "0.0.9"\n}\n');
  write("docker-compose.production.yml", `image: jara:\${JARA_VERSION:-0.0.9}\n`);
  commit();
  const { code, said } = release();
  expect([code, said.split("\n").filter(Boolean)]).toEqual([
    1,
    [
      "client/package.json has the version 0.0.9, not 0.1.0.",
      "docker-compose.production.yml does not name version 0.1.0.",
    ],
  ]);
});
