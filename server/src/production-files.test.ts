// Checks that the configuration accepts what docker-compose.production.yml gives the servers.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot, readConfig } from "./config.ts";

const secrets = {
  JWT_SECRET: "6f1d3c9a0be84725d6a1e0f94c7b28355a90de1c",
  VAPID_PRIVATE_KEY: "5a1e0c93b7d24f68a9e3175c0d8b6f42e7a91c35d08f4b6290e7c1a35d84f6b2",
  POSTGRES_PASSWORD: "b7c1d2e3f4a5968778695a4b3c2d1e0f",
  SMTP_URL: "smtp://mail.jara.example:587",
};
const check = (folder: string, args: string[] = [], env: object = {}) =>
  spawnSync(process.execPath, [path.join(folder, "scripts/check-compose.mjs"), ...args], {
    encoding: "utf8",
    env: { ...env },
  });
const environment = (env: object): Record<string, string> =>
  JSON.parse(check(projectRoot, ["--environment"], env).stdout);

describe("the production files", () => {
  it("agree with each other and with the code", () => {
    const { status, stderr } = check(projectRoot);
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("give an environment that the configuration accepts once the secrets are filled in", () => {
    expect(readConfig(environment(secrets))).toMatchObject({
      isProduction: true,
      port: 3000,
      dataDir: "/data",
      databaseUrl: `postgres://jara:${secrets.POSTGRES_PASSWORD}@postgres:5432/jara`,
      redisUrl: "redis://redis:6379",
      publicUrl: "https://jara.example",
      seed: "none",
      hasRateLimits: true,
      google: null,
      paystack: { secretKey: null },
    });
  });

  it.each(["JWT_SECRET", "VAPID_PRIVATE_KEY", "SMTP_URL"])(
    "do not start with the unchanged example, because %s is missing",
    (name) => {
      expect(() => readConfig(environment({ ...secrets, [name]: "" }))).toThrow(name);
    },
  );
});

describe("the check of the production files", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "jara-compose-"));
    for (const name of [
      "shared",
      "server",
      "client",
      "load",
      "proof",
      "patches",
      "node_modules",
      "pnpm-lock.yaml",
      "pnpm-workspace.yaml",
    ]) {
      symlinkSync(path.join(projectRoot, name), path.join(folder, name));
    }
    for (const name of ["scripts", "deploy", "docker-compose.production.yml", "Dockerfile", ".dockerignore"]) {
      cpSync(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
    }
    for (const name of ["package.json", "tsconfig.base.json"])
      cpSync(path.join(projectRoot, name), path.join(folder, name));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["docker-compose.production.yml", "    JWT_SECRET:", "    JWT_SECERT:", "config.ts does not know JWT_SECERT"],
    ["docker-compose.production.yml", "redis:7.4.2-alpine", "redis:latest", "redis:latest is not pinned"],
    ["docker-compose.production.yml", "uploads:/data", "upload:/data", "upload is not there"],
    ["docker-compose.production.yml", '    ports: ["80:80"', '    expose: ["80:80"', "the proxy publishes ports"],
    ["docker-compose.production.yml", "  server2: *server", "  server3: *server", "there is no service server2"],
    ["docker-compose.production.yml", "{MAIL_FROM:?}", "{MAIL_FROM}", "says neither that it must be given"],
    ["docker-compose.production.yml", "-server1:3000 server2:3000", "-server1:3000 server2:80", "the proxy leads to"],
    ["docker-compose.production.yml", "/srv/maintenance.html", "/srv/index.html", "not given the maintenance page"],
    ["docker-compose.production.yml", "soft: 65536", "soft: 1024", "may not open a file for each"],
    ["docker-compose.production.yml", "    logging: *logging\n    ulimits", "    ulimits", "proxy may fill the disk"],
    ["docker-compose.production.yml", "jara:${JARA_VERSION:-", "jara:${JARA_VERSION:-9", "this is version"],
    ["deploy/Caddyfile", "reverse_proxy {$JARA_SERVERS}", "reverse_proxy server1:3000", "the proxy"],
    ["deploy/Caddyfile", "lb_policy cookie", "lb_policy random", "does not keep a browser at one server"],
    ["deploy/Caddyfile", "/health/ready", "/healthz", "no route answers the proxy's /healthz"],
    ["deploy/Caddyfile", "respond @metrics 404", "", "shows /metrics to the public"],
    ["deploy/prometheus.yml", "server2:3000", "server3:3000", "Prometheus asks server1:3000,server3:3000"],
    ["deploy/prometheus.yml", "alerts.yml", "rules.yml", "Prometheus is not given /etc/prometheus/rules.yml"],
    ["deploy/grafana/jara.json", '"panels": [', '"panels": [,', "deploy/grafana/jara.json"],
    ["docker-compose.production.yml", "127.0.0.1:3001:3000", "3001:3000", "the proxy publishes ports"],
    ["Dockerfile", "USER node\n", "", "runs as root"],
    ["Dockerfile", "COPY patches patches", "COPY patch patches", "copies patch, which is not there"],
    ["Dockerfile", "COPY load/package.json load/\n", "", "installs no packages for load"],
    ["deploy/production.env.example", "JWT_SECRET=\n", "JWT_SECRET=0123456789\n", "has a value for JWT_SECRET"],
  ])("finds a mistake in %s: %s", (file, right, wrong, problem) => {
    const place = path.join(folder, file);
    const text = readFileSync(place, "utf8");
    expect(text).toContain(right);
    writeFileSync(place, text.replace(right, wrong));
    const { status, stderr } = check(folder);
    writeFileSync(place, text);
    expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
  });
});
