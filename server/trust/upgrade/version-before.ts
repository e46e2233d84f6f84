// The version before this one: finds its commit, checks it out beside this one, installs its packages and builds its
// server, for nodes of both versions over one database.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../../src/config.ts";
import { CannotBeTried } from "../row.ts";

/** No older database can be upgraded. Until there is a release, the last commit that changed this migration stands for it. */
const BASELINE = "migrations/0000_baseline.sql";

export interface VersionBefore {
  /** A tag, or the first digits of the commit. */
  readonly name: string;
  /** The server's bundle. */
  readonly entry: string;
  /** The program that makes load participants. */
  readonly loadParticipants: string;
  /** True if its checker has the promise too. */
  makes(promise: string): boolean;
  remove(): void;
}

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: projectRoot, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** The newest release that is older than what is checked out. Null if there is none. */
export const lastRelease = (tags: readonly string[], tagsOfHead: readonly string[]): string | null =>
  tags.find((tag) => /^v\d/.test(tag) && !tagsOfHead.includes(tag)) ?? null;

const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** The commit of `from`, or of the last release. Throws CannotBeTried if git does not have it. */
const commitBefore = (from: string | undefined): { readonly name: string; readonly commit: string } => {
  let ref = from;
  try {
    if (ref === undefined) {
      const first = git("log", "--format=%H", "-1", "--", BASELINE);
      const since = git("tag", "--list", "v*", "--merged", "HEAD", "--contains", first, "--sort=-v:refname");
      ref = lastRelease(lines(since), lines(git("tag", "--points-at", "HEAD"))) ?? first;
    }
    const commit = git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
    return { name: /^[0-9a-f]{40}$/.test(ref) ? commit.slice(0, 8) : ref, commit };
  } catch {
    const wanted = ref ? `the commit ${ref} is not in this clone` : "this is not a clone with its history";
    throw new CannotBeTried(`${wanted}: use one with its history and tags (git fetch --unshallow --tags), or --from`);
  }
};

export const buildVersionBefore = async (
  from: string | undefined,
  say: (line: string) => void,
): Promise<VersionBefore> => {
  const { name, commit } = commitBefore(from);
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "jara-before-")), "checkout");
  const remove = (): void => {
    process.off("exit", remove);
    try {
      git("worktree", "remove", "--force", folder);
    } finally {
      rmSync(path.dirname(folder), { recursive: true, force: true });
    }
  };
  say(`the version before: ${name} (${commit.slice(0, 8)}), is checked out, installed and built`);
  git("worktree", "add", "--detach", folder, commit);
  process.once("exit", remove);
  try {
    const { packageManager } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
      packageManager: string;
    };
    const install = ["install", "--frozen-lockfile", "--prefer-offline", "--prod=false"];
    await run("npx", ["--yes", packageManager, ...install], folder);
    await run(process.execPath, ["build.mjs"], path.join(folder, "server"));
  } catch (error) {
    remove();
    throw error;
  }
  const dist = path.join(folder, "server/dist");
  const checker = sourcesIn(path.join(folder, "load/src/history"));
  return {
    name,
    entry: path.join(dist, "main.js"),
    loadParticipants: path.join(dist, "load-participants.js"),
    makes: (promise) => new RegExp(`\\bcheck\\(\\s*"${promise}"`).test(checker),
    remove,
  };
};

const sourcesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");

const KEPT = 2_000;

const run = async (command: string, args: readonly string[], cwd: string): Promise<void> => {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      said = (said + text.toString()).slice(-KEPT);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in the version before: ${said}`);
};
