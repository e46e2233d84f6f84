// @vitest-environment happy-dom
// Tests that a command waits for the acceptance of a sale's terms, also if the dialog that asks for it loads later.
import { beforeEach, expect, it, vi } from "vitest";
import { useSaleTerms } from "../lib/sale-terms.ts";
import { sendCommand } from "./connection.ts";

const send = vi.hoisted(() => vi.fn<(name: string, data: object) => Promise<unknown>>());
vi.mock("./live-connection.ts", () => ({
  LiveConnection: class {
    send = send;
    listen() {}
    start() {}
  },
}));

const refused = { ok: false, error: { code: "TERMS_NOT_ACCEPTED", message: "Please accept them.", saleId: "sale" } };
const placed = { ok: true };
const bid = { auctionId: "lot", amount: 1_100, commandId: "one" };
const question = () => useSaleTerms.getState().question;

beforeEach(() => {
  send.mockReset();
  send.mockResolvedValueOnce(refused).mockResolvedValueOnce(placed);
  useSaleTerms.getState().setHasDialog(false);
});

it("asks once the dialog has loaded, and sends the same command again after the acceptance", async () => {
  const answer = sendCommand("bid:place", bid);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(question()).toBeNull();
  useSaleTerms.getState().setHasDialog(true);
  await vi.waitFor(() => expect(question()?.asked).toBe("sale"));
  question()?.answer(true);
  expect(await answer).toBe(placed);
  expect(send.mock.calls.map(([, data]) => data)).toEqual([bid, bid]);
});

it("gives the refusal to a person who does not accept", async () => {
  useSaleTerms.getState().setHasDialog(true);
  const answer = sendCommand("bid:place", bid);
  await vi.waitFor(() => expect(question()).not.toBeNull());
  question()?.answer(false);
  expect(await answer).toBe(refused);
  expect(send).toHaveBeenCalledTimes(1);
});
