import Fastify from "fastify";
import { expect, it } from "vitest";
import { requestLog } from "./request-log.ts";

it("the log has the path of every request, found or not, and no query", async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: "info", serializers: requestLog, stream } });
  app.get("/auth/callback", async () => "");
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  await app.inject("/auth/callback?token=secret-of-the-session&user=x");
  await app.inject("/verify-email?token=secret-of-the-mail");
  await app.close();
  const log = lines.join("");
  expect(log).toContain('"path":"/auth/callback"');
  expect(log).toContain('"path":"/verify-email"');
  expect(log).not.toMatch(/secret|token/);
});
