import { expect, it } from "vitest";
import { auctionStatuses, categories, categoryLabels, conditionLabels, conditions } from "./auction.ts";

// S232
it("has the six status values", () => {
  expect(auctionStatuses).toEqual(["draft", "active", "paused", "ended", "cancelled", "sold"]);
});

// S233
it("has the eleven categories with their labels", () => {
  expect(categories.map((code) => [code, categoryLabels[code]])).toEqual([
    ["automobiles", "Automobiles"],
    ["electronics", "Electronics"],
    ["furniture", "Furniture"],
    ["clothing", "Clothing & Fashion"],
    ["fitness", "Fitness & Sports"],
    ["collectibles", "Collectibles & Antiques"],
    ["books", "Books & Media"],
    ["tools", "Tools & Equipment"],
    ["home-garden", "Home & Garden"],
    ["toys", "Toys & Hobbies"],
    ["general", "General Goods"],
  ]);
});

// S234
it("has the six conditions with their labels", () => {
  expect(conditions.map((code) => [code, conditionLabels[code]])).toEqual([
    ["new", "New"],
    ["like-new", "Like New"],
    ["excellent", "Excellent"],
    ["good", "Good"],
    ["fair", "Fair"],
    ["poor", "Poor"],
  ]);
});
