// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../../app/render-for-test.tsx";
import { toasts } from "../../../../store/toast.ts";
import type { DraftLots } from "../hooks/use-draft-lots.ts";
import { ImportedLots } from "./imported-lots.tsx";

const lots = { chosen: [{ _id: "a1" } as Auction], revision: 3, isUnsaved: false } as unknown as DraftLots;
const Page = () => <ImportedLots saleId="s1" lots={lots} />;
const row = (auctionId: string | null, verdict = "create", lotNumber = "") => ({ auctionId, verdict, lotNumber });

/** Opens the page with an import of these rows. The server refuses lots that are named here. */
const open = (rows: readonly object[], unusable: readonly string[]) => {
  const sent: string[][] = [];
  answerFetch({
    "GET /admin/imports/i1": { body: { import: {}, rows, pagination: { current: 1, pages: 1, total: 9, limit: 100 } } },
    "PUT /sales/s1/lots": (body) => {
      const { auctionIds } = body as { auctionIds: string[] };
      sent.push(auctionIds);
      const issues = auctionIds.flatMap((id, place) =>
        unusable.includes(id) ? [{ path: `auctionIds.${place}` }] : [],
      );
      return issues.length > 0
        ? { status: 400, body: { code: "INVALID", message: "Only drafts.", issues } }
        : { body: { sale: { _id: "s1", revision: 4 }, action: null } };
    },
  });
  renderAt("/?import=i1", { "/": Page });
  return sent;
};
const add = async () => {
  const button = await screen.findByRole("button", { name: "Add the imported lots" });
  await act(async () => void fireEvent.click(button));
};
const said = () => toasts.getState().map(({ message, description }) => [message, description]);

beforeEach(() => toasts.setState([], true));
afterEach(cleanUp);

it("puts in only drafts that the import made, and says how many lots were left out", async () => {
  const rows = [row("a7"), row("a8"), row("a9"), row("b1", "unchanged"), row("b2", "changed"), row("a1", "unchanged")];
  const sent = open([...rows, row(null, "refused")], ["a8"]);
  await add();
  await waitFor(() => expect(said()).toEqual([["2 lots added", expect.stringMatching(/^3 lots left out: /)]]));
  expect(sent).toEqual([
    ["a1", "a7", "a8", "a9"],
    ["a1", "a7", "a9"],
  ]);
  expect(screen.queryByText("Imported lots")).toBeNull();
});

it("changes nothing if no lot of the import can be put in", async () => {
  const sent = open([row("a7"), row("b1", "unchanged")], ["a7"]);
  await add();
  expect(await screen.findByText(/^No lot was added\. 2 lots left out: /)).toBeTruthy();
  expect(sent).toEqual([["a1", "a7"]]);
  expect(said()).toEqual([]);
});

it("removes no lot that the sale has already, and says why nothing was added", async () => {
  const sent = open([row("a7")], ["a1", "a7"]);
  await add();
  expect(await screen.findByText("Only drafts.")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

it("puts the rows of a corrected table where their numbers belong among the lots of its first import", async () => {
  const sent = open([row("a0", "create", "1"), row("a1", "unchanged", "2"), row("a2", "create", "3")], []);
  await add();
  await waitFor(() => expect(sent).toEqual([["a0", "a1", "a2"]]));
});
