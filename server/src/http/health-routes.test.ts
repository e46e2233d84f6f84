// Whether a server may be sent people: the real database, there and gone, and a server that is closing.
import Fastify from "fastify";
import { expect, it } from "vitest";
import { migrationsFolder } from "../../test/support/with-database.ts";
import { openDatabase } from "../store/database.ts";
import { serveHealth } from "./health-routes.ts";

const open = async () => {
  const app = Fastify();
  const database = await openDatabase({ folder: null }, migrationsFolder);
  serveHealth(app, database);
  const status = async (url: string) => (await app.inject(url)).statusCode;
  return { app, database, status };
};

it("is ready while its database answers, and alive without one", async () => {
  const { app, database, status } = await open();
  expect([await status("/health/live"), await status("/health/ready")]).toEqual([200, 200]);
  await database.close();
  expect([await status("/health/live"), await status("/health/ready")]).toEqual([200, 503]);
  await app.close();
});

it("is not ready while it closes, though its database still answers", async () => {
  const { app, database } = await open();
  let whileClosing = 0;
  app.addHook("preClose", async () => {
    expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
    whileClosing = (await fetch(`${address}/health/ready`)).status;
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  await app.close();
  expect(whileClosing).toBe(503);
  await database.close();
});
