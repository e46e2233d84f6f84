// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";
import { NewestProof } from "./newest-proof.tsx";

const receipts = vi.hoisted(() => ({ kept: [] as unknown[] }));
vi.mock("./use-kept-receipts.ts", () => ({ useKeptReceipts: () => receipts.kept }));
afterEach(cleanUp);

it.each([
  ["bid", true, "Proof of your newest bid"],
  ["max-bid", true, "Proof of your newest action"],
  ["buy-it-now", false, "Proof of your newest action"],
  ["bid", false, "Proof of your newest action"],
] as [KeptReceipt["type"], boolean, string][])(
  "names the proof of a %s, on a lot that has bids: %s, “%s”",
  (type, hasBids, name) => {
    receipts.kept = [{ auction: "a", type, amount: 100_000, currency: "NGN" }];
    answerFetch({});
    renderAt("/", { "/": () => <NewestProof auctionId="a" title="Drum" hasBids={hasBids} /> });
    expect(screen.getByText(name)).toBeTruthy();
  },
);
