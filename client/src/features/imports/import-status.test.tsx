// @vitest-environment happy-dom
import type { Import } from "@jara/shared/rest/imports";
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt } from "../../app/render-for-test.tsx";
import { ImportStatus } from "./import-status.tsx";
import { importQuery } from "./queries.ts";

afterEach(cleanUp);

it("starts an import once: its buttons wait until its new state is read", async () => {
  const none = {
    rows: 1,
    refused: 0,
    changed: 0,
    unchanged: 0,
    chosen: 0,
    made: 0,
    inNoSale: 0,
    updated: 0,
    pictures: 0,
  };
  const checked = {
    _id: "i1",
    status: "checked",
    problem: null,
    counts: { ...none, create: 1, picturesDone: 0 },
    unused: { columns: [], pictures: [] },
  } as unknown as Import;
  let found = checked;
  const reads = lateAnswers(() => ({ import: found, rows: [] }));
  const calls = answerFetch({
    "GET /admin/imports/i1": reads.answer,
    "POST /admin/imports/i1/apply": () => {
      found = { ...checked, status: "applying" };
      return { body: { import: found } };
    },
  });
  renderAt("/", {
    "/": () => {
      const { data } = useQuery(importQuery("i1", null, 1));
      return data ? <ImportStatus found={data.import} /> : null;
    },
  });
  const make = await screen.findByRole("button", { name: "Make 1 draft" });
  const release = reads.hold();
  const read = () => calls.filter(({ call }) => call.startsWith("GET")).length;
  const before = read();
  fireEvent.click(make);
  await waitFor(() => expect(read()).toBe(before + 1));
  expect(screen.getByRole("button", { name: "Make 1 draft" }).getAttribute("aria-busy")).toBe("true");
  release();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Make 1 draft" })).toBeNull());
});

const counts = {
  rows: 5,
  create: 0,
  unchanged: 3,
  changed: 2,
  refused: 0,
  chosen: 0,
  made: 0,
  inNoSale: 0,
  updated: 0,
  pictures: 0,
  picturesDone: 0,
};
const statusOf = (found: object) =>
  renderAt("/", {
    "/": () => (
      <ImportStatus
        found={
          { _id: "i1", problem: null, unused: { columns: [], pictures: [] }, sale: null, ...found } as unknown as Import
        }
      />
    ),
  });

it("says that rows differ from their lots, and updates the drafts", async () => {
  const calls = answerFetch({ "POST /admin/imports/i1/choose": { body: {} } });
  statusOf({ status: "checked", counts });
  expect(await screen.findByText("2 rows differ from their lots")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See how" }).getAttribute("href")).toMatch(/\?show=changed$/);
  fireEvent.click(screen.getByRole("button", { name: "Update the drafts" }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ choice: "update", verdict: "changed" }]));
});

it("offers the sale of the table's other lots for the lots that it made", async () => {
  statusOf({
    status: "applied",
    counts: { ...counts, made: 2, inNoSale: 2 },
    sale: { _id: "s1", title: "June" },
  });
  const link = await screen.findByRole("link", { name: "Add 2 lots to “June”" });
  expect(link.getAttribute("href")).toBe("/admin/sales/s1?import=i1");
  expect(screen.getByRole("link", { name: "Choose another sale" })).toBeTruthy();
});
