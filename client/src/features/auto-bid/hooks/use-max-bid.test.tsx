// @vitest-environment happy-dom
import { useQueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { useMaxBid } from "./use-max-bid.ts";

vi.mock("../../../connection/use-connection-state.ts", () => ({ useOnBackLive: () => {} }));
vi.mock("../../../connection/use-live-event.ts", () => ({ useLiveEvent: () => {} }));

const Shown = () => {
  const { maxBid } = useMaxBid("a1", testUser._id);
  const status = useQueryClient().getQueryState(["max-bid", "a1", testUser._id])?.status;
  const none = status === "success" ? "none" : "not known";
  return <p>{maxBid ? `up to ${maxBid.maxAmount}` : none}</p>;
};
const call = "GET /maxbids/auction/a1";

beforeEach(() => useSession.getState().logIn(testUser, "t"));
afterEach(cleanUp);

// S259
it("loads the reader's max bid, and takes a 404 for none", async () => {
  answerFetch({ [call]: { body: { maxBid: { _id: "m", maxAmount: 5000 } } } });
  renderAt("/", { "/": Shown });
  expect(await screen.findByText("up to 5000")).toBeTruthy();
  cleanUp();

  useSession.getState().logIn(testUser, "t");
  answerFetch({});
  renderAt("/", { "/": Shown });
  expect(screen.getByText("not known")).toBeTruthy();
  expect(await screen.findByText("none")).toBeTruthy();
});
