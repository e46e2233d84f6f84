// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { discardDraft } from "../features/create-auction/saved-draft.ts";
import { ApiError } from "../lib/api.ts";
import { useSession } from "../store/session.ts";
import { Component as CreateAuction } from "./create-auction.tsx";

vi.mock("../connection/connection.ts", () => ({ serverNow: () => Date.parse("2026-11-21T12:00:00Z") }));
const upload = vi.hoisted(() => vi.fn());
vi.mock("../lib/upload.ts", () => ({ upload }));

const admin = { ...testUser, role: "admin" as const };
const CREATE = "POST /auctions";
const created = { status: 201, body: { auction: { _id: "new-one" } } };
const open = (answers: Parameters<typeof answerFetch>[0] = {}) => {
  const calls = answerFetch({ "GET /auth/profile": { body: { user: admin } }, [CREATE]: created, ...answers });
  const router = renderAt("/create-auction", { "/create-auction": CreateAuction });
  return { router, sent: () => calls.filter(({ call }) => call === CREATE).map(({ body }) => body) };
};
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Create Auction" }));
const fillIn = () => {
  type("Title", "Talking drum");
  type("Description", "Carved in Oyo");
  type("Starting Price", "5000");
};
const choose = (...files: File[]) => fireEvent.change(box("Pictures and videos"), { target: { files } });
const jpeg = (name: string) => new File([name], name, { type: "image/jpeg" });
const tiles = () =>
  within(screen.getByRole("list", { name: "Chosen pictures and videos" }))
    .getAllByRole("listitem")
    .map((tile) => tile.getAttribute("aria-label"));

beforeEach(() => {
  useSession.getState().logIn(admin, "t");
  upload
    .mockReset()
    .mockImplementation((_path: string, { name }: File) =>
      Promise.resolve({ file: { url: `/media/${name}.webp`, filename: name, originalName: name, type: "image" } }),
    );
  vi.stubGlobal("scrollTo", () => {});
});
afterEach(() => {
  cleanUp();
  discardDraft();
});

describe("access", () => {
  // S112
  it("sends a visitor to the login and back, and a user who is not an administrator home", () => {
    useSession.getState().logOut();
    const { router } = open();
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ from: "/create-auction" });
    cleanUp();
    useSession.getState().logIn(testUser, "t");
    expect(open({ "GET /auth/profile": { body: { user: testUser } } }).router.state.location.pathname).toBe("/");
  });
});

describe("the form", () => {
  // S114
  it("shows its four sections and its buttons, and starts with 1.00, NGN, 24 hours and good", () => {
    open();
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["Basic Information", "Pricing", "Auction Timing", "Media"]),
    );
    expect(screen.getByRole("button", { name: "Create Auction" })).toBeTruthy();
    expect(box("Bid Increment").value).toBe("1.00");
    expect(box("Currency").value).toBe("NGN");
    expect(box("Duration (hours)").value).toBe("24");
    expect(box("Condition").value).toBe("good");
  });

  // S358
  it("shows an error at each missing field, and focuses the first", async () => {
    const { sent } = open();
    submit();
    expect(await screen.findByText("Please fill in all required fields")).toBeTruthy();
    expect(document.activeElement).toBe(box("Title"));
    for (const label of ["Title", "Description", "Starting Price"])
      expect(box(label).getAttribute("aria-invalid")).toBe("true");
    type("Title", "Talking drum");
    type("Description", "   ");
    submit();
    await waitFor(() => expect(document.activeElement).toBe(box("Description")));
    expect(sent()).toEqual([]);
  });

  // S360
  it("shows the error next to the field when a price is invalid", async () => {
    const { sent } = open();
    fillIn();
    type("Starting Price", "0");
    type("Bid Increment", "0");
    submit();
    expect(await screen.findByText("Starting price must be greater than 0")).toBeTruthy();
    expect(screen.getByText("Bid increment must be greater than 0")).toBeTruthy();
    expect(document.activeElement).toBe(box("Starting Price"));
    type("Bid Increment", "500");
    type("Starting Price", "5000");
    type("Buy It Now Price (optional)", "5000");
    type("Reserve Price (optional)", "4999");
    submit();
    expect(await screen.findByText("Buy It Now price must be higher than starting price")).toBeTruthy();
    expect(screen.getByText("Reserve price cannot be lower than starting price")).toBeTruthy();
    expect(screen.queryByText("Please fill in all required fields")).toBeNull();
    // The rule depends on both fields: lowering the starting price makes both prices valid.
    type("Starting Price", "4000");
    await waitFor(() => expect(screen.queryByText(/^(Buy It Now|Reserve) price/)).toBeNull());
    expect(sent()).toEqual([]);
  });

  // S366
  it("counts the typed characters against the limits", () => {
    open();
    type("Title", "x".repeat(99));
    type("Description", "y".repeat(12));
    for (const count of ["99/100", "12/1000", "0/100"]) expect(screen.getByText(count)).toBeTruthy();
    expect(screen.getByText("99 of 100 characters used")).toBeTruthy();
  });

  // S371
  it("adds categories one at a time, each once, and removes them", async () => {
    const { sent } = open();
    const add = (value: string) => type("Categories", value);
    const offered = () => within(box("Categories")).queryByRole("option", { name: "Electronics" });
    fillIn();
    add("electronics");
    add("toys");
    expect(offered()).toBeNull();
    const chosen = within(screen.getByRole("list", { name: "Chosen categories" }));
    expect(chosen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Electronics",
      "Toys & Hobbies",
    ]);
    fireEvent.click(chosen.getByRole("button", { name: "Remove Electronics" }));
    expect(offered()).toBeTruthy();
    submit();
    await waitFor(() => expect(sent()).toMatchObject([{ categories: ["toys"] }]));
  });

  // S369
  it("says that times are Lagos times, sends them in UTC, and sends no duration with an end time", async () => {
    const { sent } = open();
    fillIn();
    expect(screen.getByText("Lagos time (WAT). Leave empty to start immediately.")).toBeTruthy();
    type("End Time (optional)", "2026-11-24T18:00");
    expect(screen.getByText("Ends Tue, 24 Nov, 18:00 WAT, Lagos time.")).toBeTruthy();
    expect(box("Duration (hours)").readOnly).toBe(true);
    submit();
    await waitFor(() => expect(sent()).toMatchObject([{ endTime: "2026-11-24T17:00:00.000Z" }]));
    expect(sent()[0]).not.toHaveProperty("duration");
  });

  it("does not send an end that has passed in Lagos", async () => {
    const { sent } = open();
    fillIn();
    type("End Time (optional)", "2026-11-21T13:00");
    submit();
    expect(await screen.findByText("The end time must be in the future and after the start time")).toBeTruthy();
    expect(sent()).toEqual([]);
  });
});

describe("creating an auction", () => {
  // S118
  it("uploads the media first, in their order, then creates the auction and goes to it", async () => {
    const { router, sent } = open();
    fillIn();
    type("Location (optional)", "  Jos ");
    choose(jpeg("a.jpg"), jpeg("b.jpg"));
    fireEvent.click(screen.getByRole("button", { name: "Make picture 2, b.jpg the cover" }));
    expect(tiles()).toEqual(["picture 1, b.jpg, cover", "picture 2, a.jpg"]);
    let uploaded = 0;
    upload.mockImplementation(async (path: string, { name }: File) => {
      expect([path, sent()]).toEqual(["/upload/single", []]);
      uploaded += 1;
      return { file: { url: `/media/${name}`, filename: name, originalName: name, type: "image" } };
    });
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auction/new-one"));
    expect(uploaded).toBe(2);
    expect(sent()).toMatchObject([
      { title: "Talking drum", location: "Jos", media: [{ url: "/media/b.jpg" }, { url: "/media/a.jpg" }] },
    ]);
  });

  // S443
  it("creates no auction when a file fails, reports it, and sends only the missing files next time", async () => {
    const { router, sent } = open();
    fillIn();
    choose(jpeg("a.jpg"), jpeg("bad.jpg"));
    upload.mockImplementation(async (_path: string, { name }: File) => {
      if (name === "bad.jpg") throw new ApiError(0, null);
      return { file: { url: `/media/${name}`, filename: name, originalName: name, type: "image" } };
    });
    submit();
    expect((await screen.findAllByText("Failed to upload files")).length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
    expect(box("Title").value).toBe("Talking drum");
    const names = () => upload.mock.calls.map(([, { name }]) => name);
    expect(names()).toEqual(["a.jpg", "bad.jpg"]);
    upload.mockRejectedValueOnce(
      new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message: "This picture is damaged." }),
    );
    submit();
    expect((await screen.findAllByText("This picture is damaged.")).length).toBeGreaterThan(0);
    expect(names()).toEqual(["a.jpg", "bad.jpg", "bad.jpg"]);
    fireEvent.click(screen.getByRole("button", { name: "Remove picture 2, bad.jpg" }));
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auction/new-one"));
    expect(names()).toHaveLength(3);
    expect(sent()).toMatchObject([{ media: [{ url: "/media/a.jpg" }] }]);
  });

  // S446
  it("shows why the auction was not created, next to the field that the server names, and keeps the typed values", async () => {
    const issues = [{ path: "title", message: "has control characters" }];
    let answer: { status: number; body: unknown } = { status: 500, body: {} };
    const { router, sent } = open({ [CREATE]: () => answer });
    fillIn();
    submit();
    expect(await screen.findByText("Failed to create auction")).toBeTruthy();
    answer = { status: 400, body: { code: "INVALID", message: "The request is not valid.", issues } };
    submit();
    expect(await screen.findByText("The request is not valid.")).toBeTruthy();
    expect(await screen.findByText("Has control characters")).toBeTruthy();
    expect(document.activeElement).toBe(box("Title"));
    expect(box("Description").value).toBe("Carved in Oyo");
    answer = created;
    type("Title", "Drum");
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auction/new-one"));
    expect(sent()).toHaveLength(3);
  });
});

describe("leaving the form", () => {
  // S115
  it("goes home at once from an empty form, and asks for a confirmation when typed values would be lost", async () => {
    const { router } = open();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const { router: again } = open();
    type("Title", "Drum");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("dialog", { name: "Leave without creating the auction?" });
    expect(again.state.location.pathname).toBe("/create-auction");
    fireEvent.click(within(question).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByText("What you entered is lost.")).toBeNull());
    expect(box("Title").value).toBe("Drum");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(again.state.location.pathname).toBe("/"));
  });

  it("keeps the typed values for the same user when the session ends, until the user discards them", async () => {
    const again = (user: typeof admin) => {
      cleanUp();
      useSession.getState().logIn(user, "t2");
      open({ "GET /auth/profile": { body: { user } } });
    };
    const { router } = open();
    type("Title", "Drum");
    choose(jpeg("kept.jpg"));
    act(() => useSession.getState().logOut());
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    again(admin);
    expect([box("Title").value, tiles()]).toEqual(["Drum", ["picture 1, kept.jpg, cover"]]);
    expect(screen.getByText("What you entered before your session ended is still here.")).toBeTruthy();
    again({ ...admin, _id: "u2", id: "u2" });
    expect(box("Title").value).toBe("");
    again(admin);
    expect(box("Title").value).toBe("");

    type("Title", "Given up");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
    again(admin);
    expect(box("Title").value).toBe("");
  });

  // S116
  it("warns when the tab is closed while the form holds values, and not when it is empty", () => {
    open();
    const close = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(close()).toBe(false);
    choose(jpeg("a.jpg"));
    expect(close()).toBe(true);
  });
});
