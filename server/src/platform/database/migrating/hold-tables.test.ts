import { expect, it } from "vitest";
import { tablesNamed } from "./hold-tables.ts";

it("finds the tables that statements name, and none that is part of another name", () => {
  const statements =
    'ALTER TABLE "bids" ADD "lot_id" int; CREATE INDEX on_users ON users (id); INSERT INTO lot_news SELECT 1';
  expect(tablesNamed(statements, ["auctions", "bids", "lot", "lot_news", "news", "users"])).toEqual([
    "bids",
    "lot_news",
    "users",
  ]);
});
