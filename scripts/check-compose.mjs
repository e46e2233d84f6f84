// Checks the production files against each other and against the code, as far as possible without a container engine:
// the compose file, the Dockerfile, the proxy's file and the example environment. `--environment` prints the servers'
// environment with the example's values (JSON), for the test that passes it to the configuration.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { NODE_FLAGS } from "../server/node-flags.mjs";
import { packages } from "./packages.mjs";

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

const { services, volumes: kept = {}, "x-server": template } = parse(compose);
const names = Object.keys(services);
/** The servers are copies of one template. */
const servers = names.filter((name) => JSON.stringify(services[name]) === JSON.stringify(template));
const serverEnvironment = template.environment;
/** A list of names, or an object with a condition for each name. */
const namesIn = (list = []) => (Array.isArray(list) ? list : Object.keys(list));

// --- the environment
for (const flag of NODE_FLAGS)
  must(read("Dockerfile").includes(`"${flag}"`), `the Dockerfile starts node without ${flag}`);
for (const flag of NODE_FLAGS)
  must(read("deploy/systemd/jara@.service").includes(` ${flag} `), `the systemd unit starts node without ${flag}`);

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
  must(name in example, `${name} is not in deploy/production.env.example`);
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
must(template.ulimits?.nofile?.soft >= 50_000, "a server may not open a file for each of its connections");
const left = known.filter((name) => !(name in serverEnvironment));
const onPurpose = ["HOST", "DATABASE", "SEED", "RATE_LIMITS", "GOOGLE_ISSUER", "PAYSTACK_URL"];
for (const name of left) must(onPurpose.includes(name), `the servers are never given ${name}`);

// --- the services
for (const name of ["server1", "server2", "proxy", "postgres", "redis"])
  must(names.includes(name), `there is no service ${name}`);
for (const name of names) {
  const { healthcheck, restart, ports = [], depends_on, volumes = [] } = services[name];
  must(healthcheck?.test, `${name} has no health check`);
  must(services[name].logging?.options?.["max-size"], `${name} may fill the disk with its log`);
  must(restart === "unless-stopped", `${name} does not start again`);
  must(
    name === "proxy"
      ? ports.includes("443:443")
      : ports.length === 0 || (ports.length === 1 && /^127\.0\.0\.1:\d+:\d+$/.test(ports[0])),
    `${name}: the proxy publishes ports, and nothing else does but to this machine`,
  );
  for (const other of namesIn(depends_on))
    must(names.includes(other), `${name} waits for ${other}, which is not there`);
  for (const source of volumes.map((volume) => volume.split(":")[0])) {
    must(
      source.startsWith("./") ? existsSync(path.join(root, source)) : source in kept,
      `${name}: ${source} is not there`,
    );
  }
}
const images = [
  ...names.map((name) => services[name].image),
  ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image),
];
for (const image of images)
  must(/:(\$\{JARA_VERSION:-)?v?\d+\.\d+(\.\d+)?/.test(image), `${image} is not pinned to a version`);
const port = /server\/dist|EXPOSE (\d+)/.exec(dockerfile.slice(dockerfile.indexOf("EXPOSE")))?.[1];
must(port === serverEnvironment.PORT, `the image exposes ${port}, the servers listen at ${serverEnvironment.PORT}`);
must(
  template.healthcheck.test.join().includes(`127.0.0.1:${port}/health/ready`),
  "the servers' health check asks another port or path",
);

for (const part of packages)
  must(dockerfile.includes(`\nCOPY ${part}/package.json ${part}/\n`), `the image installs no packages for ${part}`);

// --- the proxy
const proxy = services.proxy ?? { environment: {}, volumes: [] };
const upstreams = (/:-(.*)\}$/.exec(proxy.environment.JARA_SERVERS ?? "")?.[1] ?? "").split(" ");
const addresses = servers.map((name) => `${name}:${port}`).join();
must(upstreams.join() === addresses, `the proxy leads to ${upstreams.join()}, the servers are ${addresses}`);
must(
  (example.JARA_SERVERS ?? "").split(" ").join() === addresses,
  `the example leads the proxy to ${example.JARA_SERVERS}, the servers are ${addresses}`,
);
must(
  !/reverse_proxy (@\w+ )?(?!\{\$JARA_SERVERS\}|@)/.test(caddyfile),
  "the proxy leads elsewhere than to JARA_SERVERS",
);
must(
  proxy.volumes.some((volume) => /maintenance\.html:\/srv\/maintenance\.html:ro$/.test(volume)),
  "the proxy is not given the maintenance page",
);
must(/lb_policy cookie /.test(caddyfile), "the proxy does not keep a browser at one server");
const health = /health_uri (\S+)/.exec(caddyfile)?.[1] ?? "";
must(
  read("server/src/platform/http/health-routes.ts").includes(`"${health}"`),
  `no route answers the proxy's ${health}`,
);

must(/@metrics path \/metrics .*\n\s*respond @metrics 404/.test(caddyfile), "the proxy shows /metrics to the public");

// --- monitoring
const prometheus = parse(read("deploy/prometheus.yml"));
const targets = prometheus.scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap((one) => one.targets));
must(targets.join() === addresses, `Prometheus asks ${targets.join()}, the servers are ${addresses}`);
for (const rules of prometheus.rule_files)
  must(
    services.prometheus.volumes.some((volume) => volume.startsWith(`./deploy/alerts.yml:${rules}:`)),
    `Prometheus is not given ${rules}`,
  );
const alerts = parse(read("deploy/alerts.yml")).groups.flatMap(({ rules }) => rules);
must(alerts.length > 0 && alerts.every(({ expr }) => expr), "there are no alerts");
const [source] = parse(read("deploy/grafana/provisioning/datasources/prometheus.yml")).datasources;
must(source.url === "http://prometheus:9090", "Grafana asks somebody else than Prometheus");
for (const { options } of parse(read("deploy/grafana/provisioning/dashboards/jara.yml")).providers)
  must(
    services.grafana.volumes.some((volume) => volume.startsWith(`./deploy/grafana/jara.json:${options.path}/`)),
    `Grafana has nothing in ${options.path}`,
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
const { version } = JSON.parse(read("package.json"));
must(example.JARA_VERSION === version, `the example names version ${example.JARA_VERSION}, this is ${version}`);
must(
  template.image === `jara:\${JARA_VERSION:-${version}}`,
  `the compose file names ${template.image}, this is version ${version}`,
);
must(/^USER node$/m.test(running), "the image runs as root");
const { packageManager } = JSON.parse(read("package.json"));
for (const [version] of dockerfile.matchAll(/pnpm@[\d.]+/g))
  must(version === packageManager, `the image is built with ${version}`);
for (const line of [".git", "**/node_modules", "**/.env*", "deploy"])
  must(read(".dockerignore").split("\n").includes(line), `.dockerignore lets ${line} in`);

if (process.argv.includes("--environment")) {
  const filled = Object.entries(serverEnvironment).map(([name, value]) => [
    name,
    String(value).replace(
      /\$\{([A-Z0-9_]+)(?::([?-])([^}]*))?\}/g,
      (_, variable, _kind, otherwise) => process.env[variable] || example[variable] || otherwise || "",
    ),
  ]);
  console.log(JSON.stringify(Object.fromEntries(filled)));
} else if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
} else console.log(`${names.length} services, ${Object.keys(serverEnvironment).length} settings: they fit.`);
process.exitCode = problems.length > 0 ? 1 : 0;
