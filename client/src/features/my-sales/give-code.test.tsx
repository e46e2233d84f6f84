// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { SellerCodes } from "./seller-codes.tsx";

afterEach(cleanUp);

const ada = { _id: "a", username: "ada", name: "Ada Obi", code: "7XQ4BD" };
const page = (sellers: readonly object[]) => ({
  body: { sellers, pagination: { current: 1, pages: 1, total: sellers.length, limit: 50 } },
});
const open = (given: object) => {
  useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
  let isGiven = false;
  const calls = answerFetch({
    "GET /admin/seller-codes": () => page(isGiven ? [ada] : []),
    "POST /admin/seller-codes": () => {
      isGiven = true;
      return given;
    },
  });
  renderAt("/admin/sellers", { "/admin/sellers": SellerCodes });
  return calls;
};
const give = (name: string) => {
  fireEvent.change(screen.getByLabelText("Give a code to"), { target: { value: name } });
  fireEvent.click(screen.getByRole("button", { name: "Give a code" }));
};

it("gives a code to the person who is named, shows it and lists it", async () => {
  const calls = open({ body: { seller: ada } });
  expect(await screen.findByText("Nobody has a code yet.")).toBeTruthy();
  give(" ada@example.com ");
  expect((await screen.findAllByText("7XQ4BD")).length).toBeGreaterThan(0);
  expect(await screen.findByRole("list", { name: "Codes of sellers" })).toBeTruthy();
  expect(calls.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body)).toEqual([
    { seller: "ada@example.com" },
  ]);
});

it("says why no code was given, and sends nothing without a name", async () => {
  const message = "There is no verified account with this name or address.";
  const calls = open({ status: 400, body: { code: "INVALID", message } });
  await screen.findByText("Nobody has a code yet.");
  give("  ");
  expect(await screen.findByText("Please fill this in")).toBeTruthy();
  expect(calls.some(({ call }) => call.startsWith("POST"))).toBe(false);
  give("nobody");
  expect(await screen.findByText(message)).toBeTruthy();
});
