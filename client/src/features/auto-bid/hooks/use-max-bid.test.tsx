// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { useMaxBid } from "./use-max-bid.ts";

vi.mock("../../../connection/use-connection-state.ts", () => ({ useOnBackLive: () => {} }));
vi.mock("../../../connection/use-live-event.ts", () => ({ useLiveEvent: () => {} }));

const Shown = () => {
  const { maxBid } = useMaxBid("a1", testUser._id);
  return <p>{maxBid ? `up to ${maxBid.maxAmount}` : "none"}</p>;
};
const call = "GET /maxbids/auction/a1";

beforeEach(() => useSession.getState().logIn(testUser, "t"));
afterEach(cleanUp);

it("loads the reader's max bid, and takes a 404 for none", async () => {
  answerFetch({ [call]: { body: { maxBid: { _id: "m", maxAmount: 5000 } } } });
  renderAt("/", { "/": Shown });
  expect(await screen.findByText("up to 5000")).toBeTruthy();
  cleanUp();

  useSession.getState().logIn(testUser, "t");
  const calls = answerFetch({});
  renderAt("/", { "/": Shown });
  await vi.waitFor(() => expect(calls.map((made) => made.call)).toContain(call));
  expect(await screen.findByText("none")).toBeTruthy();
});
