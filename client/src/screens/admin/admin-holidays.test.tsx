// @vitest-environment happy-dom
import type { Holiday } from "@jara/shared/rest/settlements";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as Holidays } from "./admin-holidays.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

const admin = { ...testUser, role: "admin" as const };
let held: Holiday[] = [];
/** A small fake server over `held`; `refusal` is the answer to every change. */
const open = (holidays: Holiday[], refusal?: { status: number; body: unknown }) => {
  held = holidays;
  const changes: Record<string, (body: unknown) => { status?: number; body?: unknown }> = {};
  for (const date of ["2026-10-01", "2026-12-25", "2027-03-10", "2027-05-01"]) {
    const without = () => held.filter((one) => one.date !== date);
    changes[`PUT /admin/holidays/${date}`] = (body) => {
      if (refusal) return refusal;
      const holiday = { date, ...(body as { name: string }) };
      held = [...without(), holiday];
      return { body: { holiday } };
    };
    changes[`DELETE /admin/holidays/${date}`] = () => {
      if (refusal) return refusal;
      held = without();
      return { body: { message: "Deleted" } };
    };
  }
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /admin/holidays": () => ({ body: { holidays: held } }),
    ...changes,
  });
  const router = renderAt("/admin/settlements/holidays", { "/admin/settlements/holidays": Holidays });
  return { router, written: () => calls.filter(({ call }) => !call.startsWith("GET")) };
};
const christmas = { date: "2026-12-25", name: "Christmas Day" };
const independence = { date: "2026-10-01", name: "Independence Day" };
const eid = { date: "2027-03-10", name: "Eid al-Fitr" };
const yearPanel = (year: string) => screen.findByRole("region", { name: year });
const add = (date: string, name: string) => {
  fireEvent.change(screen.getByLabelText("Date"), { target: { value: date } });
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: name } });
  return act(async () => void fireEvent.submit(screen.getByRole("form", { name: "Add a holiday" })));
};

beforeEach(() => {
  toasts.setState([], true);
  useSession.getState().logIn(admin, "t");
});
afterEach(cleanUp);

it("sends a user who is not an administrator home", () => {
  useSession.getState().logIn(testUser, "t");
  expect(open([]).router.state.location.pathname).toBe("/");
});

// S212
it("lists the holidays by year, earliest first, and explains which deadlines a change moves", async () => {
  open([eid, christmas, independence]);
  const rows = within(await yearPanel("2026")).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Thu, 1 Oct.*Independence Day/),
    expect.stringMatching(/^Fri, 25 Dec.*Christmas Day/),
  ]);
  expect(within(await yearPanel("2027")).getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByText(/Payments that already have a deadline keep it/)).toBeTruthy();
  expect(screen.getByText(/Confirm their dates when they are declared/)).toBeTruthy();
});

// S214
it("adds a holiday and empties the form", async () => {
  const { written } = open([christmas]);
  await yearPanel("2026");
  await add("2027-03-10", "  Eid al-Fitr ");
  expect(within(await yearPanel("2027")).getByText("Eid al-Fitr")).toBeTruthy();
  expect(written()).toEqual([
    { call: "PUT /admin/holidays/2027-03-10", body: { name: "Eid al-Fitr", seen: null }, search: "" },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("");
  expect(document.activeElement).toBe(screen.getByLabelText("Date"));
  expect(toasts.getState()[0]?.message).toBe("Eid al-Fitr added on Wednesday, 10 March 2027");
});

// S215
it("requires a date and a name, and refuses a date that already has a holiday", async () => {
  const { written } = open([christmas]);
  await yearPanel("2026");
  await add("", " ");
  expect(await screen.findByText("Please choose a date")).toBeTruthy();
  expect(screen.getByText("Please enter a name")).toBeTruthy();
  await add("2026-12-25", "Boxing Day");
  expect(await screen.findByText("Christmas Day is on this date already. You can rename it below.")).toBeTruthy();
  expect(written()).toEqual([]);
});

// S213
it("says that a holiday on a weekend changes nothing", async () => {
  open([{ date: "2027-05-01", name: "Workers' Day" }]);
  expect(within(await yearPanel("2027")).getByText("on a weekend, so no deadline changes")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Date"), { target: { value: "2026-11-22" } });
  expect(await screen.findByText("On a weekend, which is never counted anyway.")).toBeTruthy();
});

// S216
it("renames a holiday in its row, and keeps the old name on Escape", async () => {
  const { written } = open([eid]);
  await yearPanel("2027");
  const rename = () => fireEvent.click(screen.getByRole("button", { name: /^Rename Eid al-Fitr/ }));
  const box = () => within(screen.getByRole("form", { name: "Rename Eid al-Fitr" })).getByLabelText("Name");
  rename();
  fireEvent.change(box(), { target: { value: "something" } });
  fireEvent.keyDown(box(), { key: "Escape" });
  expect(screen.getByText("Eid al-Fitr")).toBeTruthy();
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Rename Eid al-Fitr/);
  rename();
  fireEvent.change(box(), { target: { value: "Eid al-Fitr (declared)" } });
  fireEvent.submit(screen.getByRole("form", { name: "Rename Eid al-Fitr" }));
  expect(await screen.findByText("Eid al-Fitr (declared)")).toBeTruthy();
  expect(written()).toEqual([
    {
      call: "PUT /admin/holidays/2027-03-10",
      search: "",
      body: { name: "Eid al-Fitr (declared)", seen: "Eid al-Fitr" },
    },
  ]);
});

it("shows the name that somebody else gave the day in the meantime, keeps the typed one, and replaces it if asked", async () => {
  const changed = { field: "name", before: "Eid al-Fitr", after: "Sallah" };
  const refusal = { status: 409, body: { code: "VALUE_CHANGED", message: "Changed.", changes: [changed] } };
  const { written } = open([eid], refusal);
  await yearPanel("2027");
  fireEvent.click(screen.getByRole("button", { name: /^Rename Eid al-Fitr/ }));
  fireEvent.change(screen.getAllByLabelText("Name").at(-1) as HTMLElement, { target: { value: "Eid (declared)" } });
  held = [{ ...eid, name: "Sallah" }];
  fireEvent.submit(screen.getByRole("form", { name: "Rename Eid al-Fitr" }));
  expect(await screen.findByText("Somebody else named this day “Sallah” in the meantime.")).toBeTruthy();
  const form = await screen.findByRole("form", { name: "Rename Sallah" });
  expect(within(form).getByLabelText<HTMLInputElement>("Name").value).toBe("Eid (declared)");
  fireEvent.submit(form);
  await waitFor(() =>
    expect(written().map(({ body }) => body)).toMatchObject([{ seen: "Eid al-Fitr" }, { seen: "Sallah" }]),
  );
});

// S217
it("deletes a holiday only after a confirmation", async () => {
  const { written } = open([eid, christmas]);
  await yearPanel("2027");
  fireEvent.click(screen.getByRole("button", { name: /^Delete Eid al-Fitr/ }));
  expect(screen.getByRole("dialog").textContent).toContain("Wednesday, 10 March 2027");
  expect(written()).toEqual([]);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Eid al-Fitr")).toBeNull());
  expect(written().map(({ call }) => call)).toEqual(["DELETE /admin/holidays/2027-03-10"]);
});

it("shows the server's refusal and keeps the typed values", async () => {
  open([eid], { status: 503, body: { code: "UNAVAILABLE", message: "Please try again in a moment." } });
  await yearPanel("2027");
  await add("2026-10-01", "Independence Day");
  expect(await screen.findByText("Please try again in a moment.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Independence Day");
});

it("shows an error when the holidays cannot be loaded, and loads them again on request", async () => {
  let fails = true;
  answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /admin/holidays": () => (fails ? { status: 500, body: {} } : { body: { holidays: [eid] } }),
  });
  renderAt("/", { "/": Holidays });
  expect(await screen.findByText("Failed to load holidays")).toBeTruthy();
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await yearPanel("2027")).toBeTruthy();
});
