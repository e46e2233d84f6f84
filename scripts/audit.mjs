// Asks the package registry about known vulnerabilities in the lockfile's packages, and fails for one of moderate
// severity or higher that audit-allowed.json does not (or no longer) allow. If the registry does not answer, it says so
// and passes, because a build must not depend on it. `AUDIT_REGISTRY`, `AUDIT_ALLOWED` and `AUDIT_WITHIN_MS` set
// another registry, list and timeout (for the tests).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { judgeAudit } from "./supply/judge-audit.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const {
  AUDIT_REGISTRY,
  AUDIT_ALLOWED = path.join(root, "scripts/audit-allowed.json"),
  AUDIT_WITHIN_MS = "120000",
  npm_execpath = "",
} = process.env;

const args = [
  "audit",
  "--json",
  "--config.fetch-retries=0",
  ...(AUDIT_REGISTRY ? [`--registry=${AUDIT_REGISTRY}`] : []),
];
// `pnpm check` passes the path of its pnpm.
const isPnpm = /pnpm\.c?js$/.test(npm_execpath);
const [command, first] = isPnpm ? [process.execPath, [npm_execpath]] : ["npx", ["--yes", packageManager]];
const { stdout, stderr, error } = spawnSync(command, [...first, ...args], {
  cwd: root,
  encoding: "utf8",
  timeout: Number(AUDIT_WITHIN_MS),
  maxBuffer: 64 * 1024 * 1024,
});

const allowed = JSON.parse(readFileSync(AUDIT_ALLOWED, "utf8"));
const answer = error?.code === "ETIMEDOUT" ? JSON.stringify({ error: { message: "no answer in time" } }) : stdout;
const judged = judgeAudit(answer ?? "", allowed, new Date().toISOString().slice(0, 10));
if (!judged) {
  console.error(`The audit itself is broken:\n${stdout}${stderr}`);
  process.exit(1);
}
if (!judged.asked) {
  console.log(`NOT AUDITED: the registry could not be asked about known holes (${judged.why})`);
  process.exit(0);
}
for (const line of judged.allowed) console.log(line);
for (const line of judged.failing) console.error(line);
console.log(
  `Audited: ${judged.failing.length} known holes, ${judged.allowed.length} allowed, ${judged.minor} of low weight.`,
);
process.exit(judged.failing.length === 0 ? 0 : 1);
