// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../app/render-for-test.tsx";
import { SellerName, SoldBy } from "./seller-name.tsx";

afterEach(cleanUp);
const seller = { _id: "s", username: "chidinma" };

it("says nothing of the house's own lot until it knows the name of the house", async () => {
  answerFetch({ "GET /site": { body: { houseName: "Balogun Auctions Ltd", categories: [] } } });
  renderAt("/", { "/": () => <p>Seller: {<SellerName auction={{ seller, isHouseLot: true }} />}</p> });
  expect(screen.getByText(/^Seller/).textContent).toBe("Seller: ");
  expect(await screen.findByText("Balogun Auctions Ltd")).toBeTruthy();
});

it("names the seller of any other lot at once", () => {
  answerFetch({});
  renderAt("/", { "/": () => <SellerName auction={{ seller }} /> });
  expect(screen.getByText("chidinma")).toBeTruthy();
});

it("says that the house sells its own lot itself, and that it lists another's after a review", async () => {
  answerFetch({ "GET /site": { body: { houseName: "Balogun Auctions Ltd", categories: [] } } });
  const lots: ComponentProps<typeof SoldBy>["auction"][] = [{ seller, isHouseLot: true }, { seller }];
  renderAt("/", {
    "/": () => lots.map((auction) => <p key={String(auction.isHouseLot)}>{<SoldBy auction={auction} />}</p>),
  });
  await screen.findAllByText("Balogun Auctions Ltd");
  expect(screen.getAllByRole("paragraph").map(({ textContent }) => textContent)).toEqual([
    "Balogun Auctions Ltd sells this lot itself.",
    "Balogun Auctions Ltd lists it for chidinma after a review.",
  ]);
});
