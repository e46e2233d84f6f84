// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { detailNames, lotDetails } from "@jara/shared/lot-fields";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { LotFacts } from "./lot-facts.tsx";

const show = (change: object = {}, site: object = {}) => {
  const auction = {
    description: "Carved in Oyo,\nnever played",
    categories: ["home-garden", "collectibles"],
    condition: "like-new",
    location: "Ibadan",
    seller: { _id: "s", username: "chidinma" },
    currency: "NGN",
    buyItNowPrice: null,
    hasReserve: false,
    reserveMet: true,
    ...change,
  } as unknown as Auction;
  answerFetch({ "GET /site": { body: site } });
  renderAt("/", { "/": () => <LotFacts auction={auction} /> });
};
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
afterEach(cleanUp);

// S063
it("shows description, condition, categories, seller and location", () => {
  show();
  expect(screen.getByText(/Carved in Oyo/).textContent).toBe("Carved in Oyo,\nnever played");
  expect(fact("Condition")).toBe("Like New");
  const categories = within(screen.getByRole("list", { name: "Categories" })).getAllByRole("listitem");
  expect(categories.map((category) => category.textContent)).toEqual(["Home & Garden", "Collectibles & Antiques"]);
  expect(fact("Seller")).toBe("chidinma");
  expect(fact("Location")).toBe("Ibadan");
});

it.each(detailNames)("shows the optional text %s below its title, and neither without it", (name) => {
  show();
  const heading = { name: lotDetails[name].title };
  expect(screen.queryByRole("heading", heading)).toBeNull();
  cleanUp();
  show({ [name]: "Weekdays.\nBring a van." });
  expect(screen.getByRole("heading", heading).nextElementSibling?.textContent).toBe("Weekdays.\nBring a van.");
});

it("names the house as the seller of its own lots, and not the member of its staff who made one", async () => {
  show({ isHouseLot: true }, { houseName: "Ikoyi Auctions Ltd" });
  await waitFor(() => expect(fact("Seller")).toBe("Ikoyi Auctions Ltd"));
});

// S064
it("says Unknown and Not specified where seller and location are missing", () => {
  show({ seller: undefined, location: null });
  expect(fact("Seller")).toBe("Unknown");
  expect(fact("Location")).toBe("Not specified");
});
