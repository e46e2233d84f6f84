// @vitest-environment happy-dom
import type { Site } from "@jara/shared/rest/site";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { AddMoney } from "./add-money.tsx";

const site = {
  brandName: "Jara",
  contact: { whatsapp: "+2348012345678", email: "help@example.ng" },
  googleClientId: null,
  onlineTopUp: "live",
  bankAccount: { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" },
} as Site;
afterEach(cleanUp);

// S104
it("shows under Add Money to My Balance both ways to pay: online, and by transfer with a receipt", () => {
  answerFetch({ "GET /users/top-ups": { body: { topUps: [] } } });
  renderAt("/", { "/": () => <AddMoney site={site} user={testUser} onCheck={() => {}} /> });
  const part = within(screen.getByRole("region", { name: "Add Money to My Balance" }));
  expect(part.getByRole("form", { name: "Pay online" })).toBeTruthy();
  const transfer = within(part.getByRole("region", { name: "Bank transfer" }));
  expect(transfer.getByText("1012345678")).toBeTruthy();
  expect(transfer.getAllByRole("link").map((link) => link.getAttribute("href")?.split("?")[0])).toEqual([
    "https://wa.me/2348012345678",
    "mailto:help@example.ng",
  ]);
});
