// Checks what the log's serializers let through, with errors as the drivers make them.
import { DrizzleQueryError } from "drizzle-orm";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { requestLog } from "./request-log.ts";

const open = () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: "info", serializers: requestLog, stream } });
  return { app, log: () => lines.join("") };
};

it("the log has the path of every request, found or not, without its query", async () => {
  const { app, log } = open();
  app.get("/auth/callback", async () => "");
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  await app.inject("/auth/callback?token=secret-of-the-session&user=x");
  await app.inject("/verify-email?token=secret-of-the-mail");
  await app.close();
  expect(log()).toContain('"path":"/auth/callback"');
  expect(log()).toContain('"path":"/verify-email"');
  expect(log()).not.toMatch(/secret|token/);
});

it("the log has the id of a command if there is one", async () => {
  const { app, log } = open();
  app.get("/", async () => "");
  await app.inject({ url: "/", headers: { "idempotency-key": "command-1" } });
  await app.inject({ url: "/", headers: { "idempotency-key": "x".repeat(101) } });
  await app.close();
  expect(log()).toContain('"commandId":"command-1"');
  expect(log()).not.toContain("xxx");
});

it("an error is logged with its kind, place and names, and without the values of a statement", async () => {
  const { app, log } = open();
  const refused = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: "23505",
    constraint: "users_email",
    detail: "Key (email)=(secret@people.test) already exists.",
    where: 'JSON data, line 1: {"secret": 1}',
    parameters: ["secret"],
    params: ["secret"],
    query: "insert into users values ($1)",
  });
  app.log.error({ err: new DrizzleQueryError("select $1", ["secret"], refused) }, "request failed");
  await app.close();
  const { err } = JSON.parse(log());
  expect(err.stack).toMatch(/request-log\.test\.ts:\d+/);
  expect(err).toMatchObject({ type: "Error", message: "Failed query: select $1" });
  expect(err.cause).toMatchObject({ code: "23505", constraint: "users_email", message: refused.message });
  expect(log()).not.toContain("secret");
});
