// @vitest-environment happy-dom
import type { MaxBid } from "@jara/shared/auction";
import { useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { become, connection } from "../../../connection/connection-for-test.ts";
import type { ConnectionState } from "../../../connection/live-connection.ts";
import { useSession } from "../../../store/session.ts";
import { useMaxBid } from "./use-max-bid.ts";

vi.mock("../../../connection/connection.ts", async () => {
  const { mockedConnection } = await import("../../../connection/connection-for-test.ts");
  return mockedConnection;
});
const becomes = (state: ConnectionState) => act(async () => become(state));

const Shown = () => {
  const { maxBid, keep } = useMaxBid("a1", testUser._id);
  const status = useQueryClient().getQueryState(["max-bid", "a1", testUser._id])?.status;
  const none = status === "success" ? "none" : "not known";
  return (
    <>
      <p>{maxBid ? `up to ${maxBid.maxAmount}` : none}</p>
      <button type="button" onClick={() => keep({ _id: "m", maxAmount: 8000 } as MaxBid)}>
        Take a late answer
      </button>
    </>
  );
};
const call = "GET /maxbids/auction/a1/all";

const upTo = (maxAmount: number) => ({ body: { maxBids: [{ _id: "m", maxAmount }] } });

beforeEach(() => {
  connection.state = "connecting";
  useSession.getState().logIn(testUser, "t");
});
afterEach(cleanUp);

// S259
it("loads the user's max bid, and reads an empty list and a 404 as none", async () => {
  answerFetch({ [call]: upTo(5000) });
  renderAt("/", { "/": Shown });
  expect(await screen.findByText("up to 5000")).toBeTruthy();
  for (const none of [{ [call]: { body: { maxBids: [] } } }, {}]) {
    cleanUp();
    useSession.getState().logIn(testUser, "t");
    answerFetch(none);
    renderAt("/", { "/": Shown });
    expect(screen.getByText("not known")).toBeTruthy();
    expect(await screen.findByText("none")).toBeTruthy();
  }
});

it("reads the max bid again when the connection becomes live for the first time, and again after a loss", async () => {
  const server = { maxAmount: 5000 };
  answerFetch({ [call]: () => upTo(server.maxAmount) });
  renderAt("/", { "/": Shown });
  expect(await screen.findByText("up to 5000")).toBeTruthy();
  server.maxAmount = 6000;
  await becomes("live");
  expect(await screen.findByText("up to 6000")).toBeTruthy();
  await becomes("reconnecting");
  server.maxAmount = 7000;
  await becomes("live");
  expect(await screen.findByText("up to 7000")).toBeTruthy();
});

it("after the answer to a command shows what stands now, which another device may have changed", async () => {
  let now: ReturnType<typeof upTo>["body"]["maxBids"] = [];
  answerFetch({ [call]: () => ({ body: { maxBids: now } }) });
  renderAt("/", { "/": Shown });
  expect(await screen.findByText("none")).toBeTruthy();
  now = upTo(7000).body.maxBids;
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("up to 7000")).toBeTruthy();
});

it("reads the max bid again when the first read was still under way as the connection became live", async () => {
  const answers: ((maxAmount: number) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    (address: string) =>
      new Promise<Response>((resolve) => {
        if (!address.includes("/maxbids/")) return resolve(new Response("{}", { status: 404 }));
        answers.push((maxAmount) => resolve(new Response(JSON.stringify(upTo(maxAmount).body))));
      }),
  );
  renderAt("/", { "/": Shown });
  await vi.waitFor(() => expect(answers).toHaveLength(1), 15_000);
  await becomes("live");
  answers[0]?.(5000);
  await vi.waitFor(() => expect(answers).toHaveLength(2), 15_000);
  answers[1]?.(6000);
  expect(await screen.findByText("up to 6000")).toBeTruthy();
});

it("reads the max bid once when the connection is live from the start", async () => {
  connection.state = "live";
  const calls = answerFetch({ [call]: upTo(5000) });
  renderAt("/", { "/": Shown });
  expect(await screen.findByText("up to 5000")).toBeTruthy();
  expect(calls.filter((one) => one.call === call)).toHaveLength(1);
});
