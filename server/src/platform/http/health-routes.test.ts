// Checks readiness: with a real database that answers and one that is gone, and while the server shuts down.
import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { makeDatabase } from "../../../test/support/fresh-database.ts";
import { openDatabase } from "../database/database.ts";
import { serveHealth } from "./health-routes.ts";

const open = async () => {
  const app = Fastify();
  const { databaseUrl, drop } = await makeDatabase();
  onTestFinished(drop);
  const database = await openDatabase({ url: databaseUrl }, null);
  const state = { isDraining: false };
  serveHealth(app, { database, isDraining: () => state.isDraining });
  const status = async (url: string) => (await app.inject(url)).statusCode;
  return { app, database, state, status };
};

it("is ready while its database answers, and alive without a database", async () => {
  const { app, database, status } = await open();
  expect([await status("/health/live"), await status("/health/ready")]).toEqual([200, 200]);
  await database.close();
  expect([await status("/health/live"), await status("/health/ready")]).toEqual([200, 503]);
  await app.close();
});

it("is alive and not ready while it drains, though its database still answers", async () => {
  const { app, database, state, status } = await open();
  state.isDraining = true;
  expect([await status("/health/live"), await status("/health/ready")]).toEqual([200, 503]);
  expect((await app.inject("/health/ready")).json()).toMatchObject({ code: "UNAVAILABLE" });
  await app.close();
  await database.close();
});
