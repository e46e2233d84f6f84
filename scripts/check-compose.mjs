// Checks the production files against each other and against the code, as far as possible without a container engine:
// the compose file, the Dockerfile, the proxy's file and the example environment. `--environment` prints the servers'
// environment with the example's values (JSON), for the test that passes it to the configuration.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "../server/node-flags.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const read = (file) => readFileSync(path.join(root, file), "utf8");
const compose = read("docker-compose.production.yml");
const dockerfile = read("Dockerfile");
const caddyfile = read("deploy/Caddyfile");
const example = Object.fromEntries(
  [...read("deploy/production.env.example").matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

const problems = [];
const must = (isSo, problem) => {
  if (!isSo) problems.push(problem);
};

/** The lines under a key, found by their indentation. It supports only the part of YAML that the compose file uses. */
const under = (text, key, indent) => {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => new RegExp(`^ {${indent}}${key}:`).test(line));
  if (start < 0) return "";
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(
    (line) => line.trim() !== "" && !line.trim().startsWith("#") && line.search(/\S/) <= indent,
  );
  return [lines[start], ...rest.slice(0, end < 0 ? rest.length : end)].join("\n");
};
const keysOf = (block, indent) =>
  [...block.matchAll(new RegExp(`^ {${indent}}([A-Za-z0-9_]+):`, "gm"))].map(([, key]) => key);
const pairsOf = (block, indent) =>
  Object.fromEntries(
    [...block.matchAll(new RegExp(`^ {${indent}}([A-Z0-9_]+): (.*)$`, "gm"))].map(([, key, value]) => [
      key,
      value.replace(/^"(.*)"$/, "$1"),
    ]),
  );

const template = under(compose, "x-server", 0);
const services = under(compose, "services", 0);
const names = keysOf(services, 2);
const serviceOf = (name) => {
  const block = under(services, name, 2);
  // An alias stands for the template, which is indented one step less.
  return /: \*server\s*$/m.test(block) ? template.replace(/^/gm, "  ") : block;
};
const serverEnvironment = pairsOf(under(template, "environment", 2), 4);

// --- the environment
for (const flag of NODE_FLAGS)
  must(read("Dockerfile").includes(`"${flag}"`), `the Dockerfile starts node without ${flag}`);

const config = read("server/src/config.ts");
const known = [
  ...config
    .slice(config.indexOf("= z.object({"), config.indexOf("export interface Config"))
    .matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm),
].map(([, name]) => name);
must(known.length > 20, "no names were found in server/src/config.ts");
for (const name of Object.keys(serverEnvironment)) must(known.includes(name), `config.ts does not know ${name}`);
const used = [...compose.replace(/^\s*#.*$/gm, "").matchAll(/\$\{([A-Z0-9_]+)(:[?-][^}]*)?\}/g)];
for (const [whole, name, otherwise] of used) {
  must(otherwise !== undefined, `${whole} says neither that it must be given (:?) nor what stands in for it (:-)`);
  must(name in example || name === "JARA_VERSION", `${name} is not in deploy/production.env.example`);
}
for (const name of Object.keys(example))
  must(
    used.some(([, other]) => other === name),
    `nothing uses ${name} of the example`,
  );
for (const secret of ["JWT_SECRET", "POSTGRES_PASSWORD", "SMTP_URL"])
  must(example[secret] === "", `the example has a value for ${secret}`);
// Settings that exist but are not passed to production. Each must be listed here on purpose, so that no setting in the
// code silently fails to reach the servers.
const left = known.filter((name) => !(name in serverEnvironment));
const onPurpose = [
  "HOST",
  "DATABASE",
  "SEED",
  "RATE_LIMITS",
  "TRUSTED_PROXIES",
  "ALLOWED_ORIGINS",
  "GOOGLE_ISSUER",
  "PAYSTACK_URL",
  "LOG_LEVEL",
  "DRAIN_WAIT_MS",
  "DRAIN_SPREAD_MS",
];
for (const name of left) must(onPurpose.includes(name), `the servers are never given ${name}`);

// --- the services
for (const name of ["server1", "server2", "proxy", "postgres", "redis"])
  must(names.includes(name), `there is no service ${name}`);
for (const name of names) {
  const block = serviceOf(name);
  must(/^ {4}healthcheck:\n {6}test:/m.test(block), `${name} has no health check`);
  must(/^ {4}restart: unless-stopped$/m.test(block), `${name} does not start again`);
  const ports = /^ {4}ports: \[(.*)\]$/m.exec(block)?.[1] ?? "";
  must(
    name === "proxy" ? /"443:443"/.test(ports) : ports === "" || /^"127\.0\.0\.1:\d+:\d+"$/.test(ports),
    `${name}: the proxy publishes ports, and nothing else does but to this machine`,
  );
  const waitsFor = [...under(block, "depends_on", 4).matchAll(/^ {6}([a-z0-9]+):|"([a-z0-9]+)"/gm)].map(
    (match) => match[1] ?? match[2],
  );
  for (const other of waitsFor) must(names.includes(other), `${name} waits for ${other}, which is not there`);
  const volumes = [...under(block, "volumes", 4).matchAll(/(?:- |\[")([^:\s"]+):/g)].map(([, source]) => source);
  const kept = keysOf(under(compose, "volumes", 0), 2);
  for (const source of volumes) {
    must(
      source.startsWith("./") ? existsSync(path.join(root, source)) : kept.includes(source),
      `${name}: ${source} is not there`,
    );
  }
}
must(!compose.includes("\t"), "the compose file has a tab");
const images = [...compose.matchAll(/^\s*image: (\S+)$/gm), ...dockerfile.matchAll(/^FROM (\S+)/gm)].map(
  ([, image]) => image,
);
for (const image of images)
  must(/:(\$\{JARA_VERSION:-)?v?\d+\.\d+(\.\d+)?/.test(image), `${image} is not pinned to a version`);
const port = /server\/dist|EXPOSE (\d+)/.exec(dockerfile.slice(dockerfile.indexOf("EXPOSE")))?.[1];
must(port === serverEnvironment.PORT, `the image exposes ${port}, the servers listen at ${serverEnvironment.PORT}`);
must(template.includes(`127.0.0.1:${port}/health/ready`), "the servers' health check asks another port or path");

// --- the proxy
const upstreams = [...caddyfile.matchAll(/\b([a-z]+\d*):(\d+)\b/g)].map(([whole]) => whole);
const servers = names
  .filter((name) => /: \*server\s*$/m.test(under(services, name, 2)))
  .map((name) => `${name}:${port}`);
must(upstreams.join() === servers.join(), `the proxy leads to ${upstreams.join()}, the servers are ${servers.join()}`);
must(/lb_policy cookie /.test(caddyfile), "the proxy does not keep a browser at one server");
const health = /health_uri (\S+)/.exec(caddyfile)?.[1] ?? "";
must(
  read("server/src/platform/http/health-routes.ts").includes(`"${health}"`),
  `no route answers the proxy's ${health}`,
);

must(/@metrics path \/metrics .*\n\s*respond @metrics 404/.test(caddyfile), "the proxy shows /metrics to the public");

// --- monitoring
const prometheus = read("deploy/prometheus.yml");
const targets = [...prometheus.matchAll(/"([a-z]+\d*:\d+)"/g)].map(([, target]) => target);
must(targets.join() === servers.join(), `Prometheus asks ${targets.join()}, the servers are ${servers.join()}`);
const rules = /rule_files: \["(.+)"\]/.exec(prometheus)?.[1] ?? "none";
must(serviceOf("prometheus").includes(`./deploy/alerts.yml:${rules}:`), `Prometheus is not given ${rules}`);
must(/^ {8}expr: /m.test(read("deploy/alerts.yml")), "there are no alerts");
must(
  read("deploy/grafana/provisioning/datasources/prometheus.yml").includes("url: http://prometheus:9090"),
  "Grafana asks somebody else than Prometheus",
);
const dashboards = /path: (\S+)/.exec(read("deploy/grafana/provisioning/dashboards/jara.yml"))?.[1] ?? "none";
must(
  serviceOf("grafana").includes(`./deploy/grafana/jara.json:${dashboards}/`),
  `Grafana has nothing in ${dashboards}`,
);
try {
  must(JSON.parse(read("deploy/grafana/jara.json")).panels.length > 0, "the dashboard is empty");
} catch (error) {
  problems.push(`deploy/grafana/jara.json: ${error.message}`);
}

// --- the image
const [building = "", running = ""] = dockerfile.split(/^FROM .*$/m).slice(1);
for (const [, sources] of `${building}${running}`.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
  for (const source of sources.split(" "))
    must(existsSync(path.join(root, source)), `the image copies ${source}, which is not there`);
}
must(/^USER node$/m.test(running), "the image runs as root");
const { packageManager } = JSON.parse(read("package.json"));
for (const [version] of dockerfile.matchAll(/pnpm@[\d.]+/g))
  must(version === packageManager, `the image is built with ${version}`);
for (const line of [".git", "**/node_modules", "**/.env*", "deploy"])
  must(read(".dockerignore").split("\n").includes(line), `.dockerignore lets ${line} in`);

if (process.argv.includes("--environment")) {
  const filled = Object.entries(serverEnvironment).map(([name, value]) => [
    name,
    value.replace(
      /\$\{([A-Z0-9_]+)(?::([?-])([^}]*))?\}/g,
      (_, variable, _kind, otherwise) => process.env[variable] || example[variable] || otherwise || "",
    ),
  ]);
  console.log(JSON.stringify(Object.fromEntries(filled)));
} else if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
} else console.log(`${names.length} services, ${Object.keys(serverEnvironment).length} settings: they fit.`);
process.exitCode = problems.length > 0 ? 1 : 0;
