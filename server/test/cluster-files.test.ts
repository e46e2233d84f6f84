// Tests the files of deploy/cluster as `pnpm cluster` fills them in: they are complete and valid, with and without
// backups, and agree with the guide.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { projectRoot } from "../src/config.ts";
import { pgbackrestFile, writeFiles, writeRestoring } from "../trust/cluster/files.ts";
import { type ClusterPlan, planCluster } from "../trust/cluster/plan.ts";
import { lastTransactionIn } from "../trust/cluster/restore.ts";

const planned = async (hasBackups: boolean): Promise<ClusterPlan> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-cluster-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { ...(await planCluster(folder, hasBackups)), account: null };
};

const patroniOf = ({ members }: ClusterPlan) =>
  members.map(({ folder }) => parse(readFileSync(path.join(folder, "patroni.yml"), "utf8")));

it("archives the log into one repository for all machines, and restores nothing", async () => {
  const plan = await planned(true);
  writeFiles(plan);
  for (const [index, { bootstrap, postgresql }] of patroniOf(plan).entries()) {
    const file = pgbackrestFile(plan.members[index] as ClusterPlan["members"][number]);
    expect(bootstrap.method).toBe("initdb");
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
      archive_mode: "on",
      archive_command: `pgbackrest --config=${file} --stanza=jara archive-push "%p"`,
      archive_timeout: "10s",
    });
    // A repository that hangs must not delay a promotion.
    expect(JSON.stringify(bootstrap.dcs)).not.toContain("restore_command");
    expect(postgresql.pg_hba).toContain("local all postgres peer map=backups");
    expect(postgresql.pg_ident).toHaveLength(1);
    const settings = readFileSync(file, "utf8");
    expect(settings).toContain(`repo1-path=${plan.backups?.folder}\n`);
    expect(settings).toContain(`pg1-path=${postgresql.data_dir}\n`);
    expect(settings).not.toContain("$");
  }
});

it("archives nothing without backups", async () => {
  const plan = await planned(false);
  writeFiles(plan);
  for (const { bootstrap } of patroniOf(plan)) {
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({ archive_mode: "off", archive_timeout: 0 });
  }
  expect(plan.members.map(pgbackrestFile).filter((file) => existsSync(file))).toEqual([]);
});

it("restores to a moment when it is told to, as one argument", async () => {
  const plan = await planned(true);
  writeFiles(plan);
  writeRestoring(plan, '--type=time "--target=2026-11-25 14:03:07+00" --target-action=promote');
  for (const { bootstrap } of patroniOf(plan)) {
    expect(bootstrap.method).toBe("pgbackrest");
    expect(bootstrap.pgbackrest).toMatchObject({ no_params: true, keep_existing_recovery_conf: true });
    expect(bootstrap.pgbackrest.command).toMatch(
      /^pgbackrest .* restore --type=time "--target=2026-11-25 14:03:07\+00" --target-action=promote$/,
    );
  }
});

const firstMachine = async (): Promise<{ member: ClusterPlan["members"][number]; settings: string }> => {
  const plan = await planned(true);
  writeFiles(plan);
  const [member] = plan.members;
  if (!member) throw new Error("no machine");
  return { member, settings: readFileSync(pgbackrestFile(member), "utf8") };
};

it("keeps backups encrypted, and names where they are and how long they stay", async () => {
  const { settings } = await firstMachine();
  const names = [...settings.matchAll(/^([a-z0-9-]+)=/gm)].map(([, name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(["repo1-path", "repo1-cipher-pass", "repo1-retention-full", "pg1-path"]),
  );
});

it.skipIf(!existsSync("/usr/bin/pgbackrest"))("has settings that the installed pgBackRest knows", async () => {
  const { member, settings } = await firstMachine();
  mkdirSync(path.join(member.folder, "pgbackrest"), { recursive: true });
  const info = (): string => {
    const args = [`--config=${pgbackrestFile(member)}`, "--stanza=jara", "info"];
    const { stdout, stderr } = spawnSync("pgbackrest", args, { encoding: "utf8" });
    return stdout + stderr;
  };
  expect(info()).not.toContain("WARN");
  expect(info()).toContain("missing stanza path");
  writeFileSync(pgbackrestFile(member), settings.replace("repo1-path", "repo1-pat"));
  expect(info()).toContain("WARN");
});

it("backs up on the primary alone, by the schedule", () => {
  const lines = readFileSync(path.join(projectRoot, "deploy/cluster/backups.cron"), "utf8")
    .split("\n")
    .filter((line) => /^\d/.test(line));
  expect(lines.map((line) => /--type=(\w+)/.exec(line)?.[1])).toEqual(["full", "incr"]);
  for (const line of lines) {
    expect(line).toMatch(
      /^\d+ \d+ \* \* [\d-]+ +postgres +if curl -fs http:\/\/\$\{ADDRESS\}:\$\{PATRONI_PORT\}\/primary/,
    );
    // cron reads a percent sign as a new line.
    expect(line).not.toContain("%");
  }
});

it("finds the last transaction of a recovery in PostgreSQL's log", () => {
  const log = (time: string): string => `2026-11-25 23:00:01.100 UTC [1]  LOG:  starting archive recovery
2026-11-25 23:00:02.100 UTC [1]  LOG:  last completed transaction was at log time ${time}
`;
  expect(lastTransactionIn(log("2026-11-25 22:59:36.502112+00"))).toBe(Date.parse("2026-11-25T22:59:36.503Z"));
  expect(lastTransactionIn(log("2026-11-25 23:04:59+00"))).toBe(Date.parse("2026-11-25T23:04:59Z"));
  expect(lastTransactionIn(log("2026-11-26 04:34:59.5+05:30"))).toBe(Date.parse("2026-11-25T23:04:59.500Z"));
  expect(lastTransactionIn("2026-11-25 23:00:01.100 UTC [1]  LOG:  starting archive recovery\n")).toBeNull();
});
