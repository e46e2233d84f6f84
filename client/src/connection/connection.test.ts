// @vitest-environment happy-dom
// Tests that a command waits for the acceptance of a sale's terms, also if the dialog that asks for it loads later.
import { beforeEach, expect, it, vi } from "vitest";
import { testUser } from "../app/render-for-test.tsx";
import { useSaleTerms } from "../store/sale-terms.ts";
import { useSession } from "../store/session.ts";
import { sendCommand } from "./connection.ts";

const send = vi.hoisted(() => vi.fn<(name: string, data: object) => Promise<unknown>>());
vi.mock("./live-connection.ts", () => ({
  LiveConnection: class {
    send = send;
    listen() {}
    start() {}
    restart() {}
  },
}));

const refused = { ok: false, error: { code: "TERMS_NOT_ACCEPTED", message: "Please accept them.", saleId: "sale" } };
const placed = { ok: true };
const bid = { auctionId: "lot", amount: 1_100, commandId: "one" };
const question = () => useSaleTerms.getState().question;

beforeEach(() => {
  useSession.getState().logIn(testUser, "t");
  send.mockReset();
  send.mockResolvedValueOnce(refused).mockResolvedValueOnce(placed);
  useSaleTerms.getState().setHasDialog(false);
});

it("asks once the dialog has loaded, and sends the same command again after the acceptance", async () => {
  const answer = sendCommand("bid:place", bid);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), 15_000);
  expect(question()).toBeNull();
  useSaleTerms.getState().setHasDialog(true);
  await vi.waitFor(() => expect(question()?.asked).toBe("sale"), 15_000);
  question()?.answer(true);
  expect(await answer).toBe(placed);
  expect(send.mock.calls.map(([, data]) => data)).toEqual([bid, bid]);
});

it("gives the refusal to a person who does not accept", async () => {
  useSaleTerms.getState().setHasDialog(true);
  const answer = sendCommand("bid:place", bid);
  await vi.waitFor(() => expect(question()).not.toBeNull(), 15_000);
  question()?.answer(false);
  expect(await answer).toBe(refused);
  expect(send).toHaveBeenCalledTimes(1);
});

it("returns the refusal when the session ends, and never sends the command for the next person", async () => {
  useSaleTerms.getState().setHasDialog(true);
  const answer = sendCommand("bid:place", bid);
  await vi.waitFor(() => expect(question()).not.toBeNull(), 15_000);
  const isAccepted = question()?.answer;
  useSession.getState().logOut();
  useSession.getState().logIn({ ...testUser, _id: "u2", username: "bola" }, "t2");
  isAccepted?.(true);
  expect(await answer).toBe(refused);
  expect(question()).toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
});

it("asks nobody if another person has logged in before the refusal or before the dialog came", async () => {
  for (const isRefusedFirst of [true, false]) {
    send.mockReset();
    send.mockImplementationOnce(async () => {
      if (!isRefusedFirst) useSession.getState().logIn(testUser, "t2");
      return refused;
    });
    useSaleTerms.getState().setHasDialog(false);
    const answer = sendCommand("bid:place", bid);
    await new Promise((resolve) => setTimeout(resolve));
    useSession.getState().logIn(testUser, "t3");
    useSaleTerms.getState().setHasDialog(true);
    expect(await answer).toBe(refused);
    expect(question()).toBeNull();
    expect(send).toHaveBeenCalledTimes(1);
  }
});
