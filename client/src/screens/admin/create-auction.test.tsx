// @vitest-environment happy-dom
import { usualIncrements } from "@jara/shared/increment-steps";
import { usualSettings } from "@jara/shared/site-settings";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { ApiError } from "../../lib/api.ts";
import { newLotForm } from "../../lots/lot-form/lot-form.ts";
import { useSiteDetails } from "../../lots/site-details.ts";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as CreateAuction } from "./create-auction.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-21T12:00:00Z"),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));
vi.mock("../../connection/command-id.ts", () => ({ newCommandId: () => "the-id" }));
const upload = vi.hoisted(() => vi.fn());
vi.mock("../../lib/upload.ts", () => ({ upload }));

const admin = { ...testUser, role: "admin" as const };
const CREATE = "POST /auctions";
const created = { status: 201, body: { auction: { _id: "new-one" } } };
const LIST = "GET /lot-drafts";
const SAVE = "PUT /lot-drafts/the-id";
const saved = (body: unknown) => {
  const revision = (body as { revision: number }).revision + 1;
  return { body: { draft: { _id: "the-id", revision, updatedAt: "2026-11-21T12:00:00.000Z" } } };
};
/** Shows when the answer with the site's details has reached the screen. */
const DETAILS_CAME = "The details came";
const WithDetails = () => {
  const { details } = useSiteDetails();
  return (
    <>
      <CreateAuction />
      {details && <p>{DETAILS_CAME}</p>}
    </>
  );
};
type Answers = Parameters<typeof answerFetch>[0];
const openAt = (address: string, answers: Answers = {}) => {
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    [LIST]: { body: { drafts: [] } },
    [SAVE]: saved,
    [CREATE]: created,
    ...answers,
  });
  const router = renderAt(address, { "/create-auction": WithDetails });
  const bodiesOf = (name: string) => calls.filter(({ call }) => call === name).map(({ body }) => body);
  return {
    calls,
    router,
    sent: () => bodiesOf(CREATE),
    saves: () => bodiesOf(SAVE) as { revision: number; content: object }[],
  };
};
const open = (answers?: Answers) => openAt("/create-auction", answers);
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Create Auction" }));
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
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
  sessionStorage.clear();
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

  it("suggests an increment that fits the starting price, and never replaces a typed one by itself", async () => {
    open();
    type("Starting Price", "10000");
    expect(box("Bid Increment").value).toBe("1.00");
    fireEvent.click(screen.getByRole("button", { name: "Use ₦500.00, which fits this price" }));
    expect(box("Bid Increment").value).toBe("500");
    expect(screen.queryByRole("button", { name: /fits this price/ })).toBeNull();
    type("Starting Price", "250000");
    expect(box("Bid Increment").value).toBe("500");
    expect(screen.getByRole("button", { name: "Use ₦10,000.00, which fits this price" })).toBeTruthy();
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
    let uploaded = 0;
    upload.mockImplementation(async ({ route }: { route: string }, { name }: File) => {
      expect([route, sent()]).toEqual(["POST /api/upload/single", []]);
      uploaded += 1;
      return { file: { url: `/media/${name}`, filename: name, originalName: name, type: "image" } };
    });
    fillIn();
    type("Location (optional)", "  Jos ");
    choose(jpeg("a.jpg"), jpeg("b.jpg"));
    fireEvent.click(screen.getByRole("button", { name: "Make picture 2, b.jpg the cover" }));
    expect(tiles()).toEqual(["picture 1, b.jpg, cover", "picture 2, a.jpg"]);
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
    upload.mockImplementation(async (_path: string, { name }: File) => {
      if (name === "bad.jpg") throw new ApiError(0, null);
      return { file: { url: `/media/${name}`, filename: name, originalName: name, type: "image" } };
    });
    choose(jpeg("a.jpg"), jpeg("bad.jpg"));
    expect(await screen.findByText("One file is not uploaded.")).toBeTruthy();
    const names = () => upload.mock.calls.map(([, { name }]) => name);
    expect(names()).toEqual(["a.jpg", "bad.jpg"]);
    submit();
    await waitFor(() => expect(screen.getAllByText("Failed to upload files").length).toBeGreaterThan(1));
    expect(sent()).toEqual([]);
    expect(box("Title").value).toBe("Talking drum");
    expect(names()).toEqual(["a.jpg", "bad.jpg", "bad.jpg"]);
    upload.mockRejectedValueOnce(
      new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message: "This picture is damaged." }),
    );
    submit();
    expect((await screen.findAllByText("This picture is damaged.")).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole("button", { name: "Remove picture 2, bad.jpg" }));
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auction/new-one"));
    expect(names()).toHaveLength(4);
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
    await waitFor(() => expect(document.activeElement).toBe(box("Title")));
    expect(box("Description").value).toBe("Carved in Oyo");
    answer = created;
    type("Title", "Drum");
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auction/new-one"));
    expect(sent()).toHaveLength(3);
  });

  it("shows a review before the auction is published, with remarks about unusual values", async () => {
    const { sent } = open();
    fillIn();
    type("End Time (optional)", "2026-11-21T13:30");
    await press("Review");
    const review = within(await screen.findByRole("dialog", { name: "Check the lot before you publish it" }));
    expect(review.getByText("It has no picture. People rarely open lots without a picture.")).toBeTruthy();
    expect(review.getByText("It runs for less than an hour.")).toBeTruthy();
    expect(review.getByText("Starts at once, ends Sat, 21 Nov, 13:30 WAT (Lagos time).")).toBeTruthy();
    expect(review.getAllByText("Talking drum").length).toBeGreaterThan(1);
    fireEvent.click(review.getByRole("button", { name: "Back to the form" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Check the lot/ })).toBeNull());
    expect(sent()).toEqual([]);
  });
});

describe("the draft", () => {
  it("is saved as it is typed, gets into the address, and is published with its revision", async () => {
    const { router, sent, saves } = open();
    expect(screen.getByText("Saved as a draft as soon as you type")).toBeTruthy();
    fillIn();
    expect(await screen.findByText("Saving…")).toBeTruthy();
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]).toMatchObject({ revision: 0, content: { title: "Talking drum", startingPrice: "5,000" } });
    await waitFor(() => expect(router.state.location.search).toBe("?draft=the-id"));
    expect(box("Title").value).toBe("Talking drum");
    expect(screen.getByText(/^Saved/)).toBeTruthy();
    submit();
    await waitFor(() => expect(sent()).toMatchObject([{ draft: { id: "the-id", revision: 1 } }]));
  });

  const stored = { ...newLotForm, title: "Half a drum", startingPrice: "5000", media: [] };
  const draft = { _id: "old", revision: 4, createdAt: "x", updatedAt: "2026-11-21T11:00:00.000Z", content: stored };

  it("is offered when the form is opened again, and goes on where it was", async () => {
    const listed = {
      _id: "old",
      revision: 4,
      updatedAt: draft.updatedAt,
      title: "Half a drum",
      startTime: "",
      imageUrl: null,
    };
    const { router } = open({ [LIST]: { body: { drafts: [listed] } }, "GET /lot-drafts/old": { body: { draft } } });
    expect(await screen.findByText("You have an unfinished lot")).toBeTruthy();
    expect(box("Title").value).toBe("");
    fireEvent.click(screen.getByRole("link", { name: "Continue" }));
    await waitFor(() => expect(box("Title").value).toBe("Half a drum"));
    expect([box("Starting Price").value, router.state.location.search]).toEqual(["5,000", "?draft=old"]);
    expect(screen.queryByText("You have an unfinished lot")).toBeNull();
  });

  it("says that it is gone when it was published or deleted", async () => {
    openAt("/create-auction?draft=other");
    expect(await screen.findByText("This draft is gone")).toBeTruthy();
  });

  it("is not replaced by an older tab, and can be kept as another one", async () => {
    const changed = { status: 409, body: { code: "DRAFT_CHANGED", message: "Changed." } };
    const { saves } = openAt("/create-auction?draft=old", {
      "GET /lot-drafts/old": { body: { draft } },
      "PUT /lot-drafts/old": changed,
    });
    await waitFor(() => expect(box("Title").value).toBe("Half a drum"));
    type("Title", "Mine");
    expect(await screen.findByText("Somebody else changed this draft, or you did in another tab")).toBeTruthy();
    await press("Keep this as a new draft");
    await waitFor(() => expect(saves()).toMatchObject([{ revision: 0, content: { title: "Mine" } }]));
    expect(box("Title").value).toBe("Mine");
  });

  it("outlives a reload while the server is away, and then says so", async () => {
    open({ [SAVE]: { status: 503 } });
    type("Title", "Drum");
    expect(await screen.findByText("Not saved, trying again")).toBeTruthy();
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const { saves } = open();
    expect(box("Title").value).toBe("Drum");
    expect(screen.getByText("What you entered before is still here.")).toBeTruthy();
    await waitFor(() => expect(saves()).toMatchObject([{ content: { title: "Drum" } }]));
  });

  it("becomes a draft that all staff see if nothing is missing, and stays unfinished with a start time", async () => {
    const finish = "POST /lot-drafts/the-id/finish";
    const { calls, router } = open({ [finish]: { status: 201, body: { auction: { _id: "a1" } } } });
    const finished = () => calls.filter(({ call }) => call === finish).map(({ body }) => body);
    fillIn();
    await press("Save as draft");
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-auctions"));
    expect(finished()).toEqual([{ revision: 1 }]);
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const again = open({ [finish]: { status: 201, body: { auction: { _id: "a1" } } } });
    fillIn();
    type("Start Time (optional)", "2036-11-24T18:00");
    await press("Save as draft");
    await waitFor(() => expect(again.router.state.location.pathname).toBe("/my-auctions"));
    expect(again.calls.filter(({ call }) => call === finish)).toEqual([]);
    expect(toasts.getState().at(-1)?.message).toBe("Saved as a draft. Publish it to schedule its start.");
  });

  it("says what is missing when it is kept unfinished", async () => {
    const message = "This lot is not finished. The description is missing.";
    const { router } = open({
      "POST /lot-drafts/the-id/finish": { status: 400, body: { code: "INVALID", message, issues: [] } },
    });
    type("Title", "Half a drum");
    await press("Save as draft");
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-auctions"));
    expect(toasts.getState().at(-1)?.message).toBe(`Saved as a draft. ${message}`);
  });

  it("is kept with Save and next, which opens an empty form with the same category, place and times", async () => {
    const { router, saves, sent } = open();
    fillIn();
    type("Location (optional)", "Jos");
    type("End Time (optional)", "2026-11-24T18:00");
    await press("Save and next");
    await waitFor(() => expect(box("Title").value).toBe(""));
    expect([box("Location (optional)").value, box("End Time (optional)").value]).toEqual(["Jos", "2026-11-24T18:00"]);
    expect(box("Starting Price").value).toBe("");
    expect(saves()).toMatchObject([{ content: { title: "Talking drum", location: "Jos" } }]);
    expect([sent(), router.state.location.search]).toEqual([[], ""]);
  });

  it("is published with Publish and next, which goes on to the next lot", async () => {
    const { sent } = open();
    fillIn();
    await press("Review");
    await press("Publish and next");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await waitFor(() => expect(box("Title").value).toBe(""));
  });
});

describe("leaving the form", () => {
  // S115
  it("goes home at once from an empty or a saved form, and asks for a confirmation when typed values would be lost", async () => {
    const { router } = open();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const { router: second, saves } = open();
    type("Title", "Drum");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(second.state.location.pathname).toBe("/"));
    expect(saves(), "the last change is saved on the way").toMatchObject([{ content: { title: "Drum" } }]);
    cleanUp();
    sessionStorage.clear();
    useSession.getState().logIn(admin, "t");
    const { router: again } = open({ [SAVE]: { status: 503 } });
    type("Title", "Drum");
    await screen.findByText("Not saved, trying again");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("dialog", { name: "Leave without creating the auction?" });
    expect(again.state.location.pathname).toBe("/create-auction");
    fireEvent.click(within(question).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByText("What is not saved yet is lost.")).toBeNull());
    expect(box("Title").value).toBe("Drum");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(again.state.location.pathname).toBe("/"));
  });

  // S548
  it("keeps typed values that are not saved for the same user when the session expires, and for nobody else", async () => {
    const again = (user: typeof admin) => {
      cleanUp();
      useSession.getState().logIn(user, "t2");
      open({ "GET /auth/profile": { body: { user } } });
    };
    const { router } = open({ [SAVE]: { status: 503 } });
    type("Title", "Drum");
    act(() => useSession.getState().logOut("expired"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    again({ ...admin, _id: "u2", id: "u2" });
    expect(box("Title").value).toBe("");
    again(admin);
    expect(box("Title").value).toBe("Drum");
    expect(screen.getByText("What you entered before is still here.")).toBeTruthy();
  });

  // S116
  it("warns when the tab is closed while the form holds values that are not saved, and not when it is empty", () => {
    open();
    const close = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(close()).toBe(false);
    upload.mockImplementation(() => new Promise(() => {}));
    choose(jpeg("a.jpg"));
    expect(close()).toBe(true);
  });
});

describe("the site's rules of new lots", () => {
  const lateBids = () => [
    box("Late bids").value,
    screen.queryByLabelText<HTMLInputElement>("At most (minutes)")?.value,
  ];
  const openLate = (softClose: { windowSeconds: number; capMinutes: number } | null, incrementTable = false) => {
    let come = () => {};
    const after = new Promise<void>((resolve) => (come = resolve));
    const body = {
      hours: usualSettings.hours,
      notes: usualSettings.notes,
      increments: usualIncrements,
      softClose,
      incrementTable,
    };
    const form = open({ "GET /site/details": { body, after } });
    return { ...form, come: () => act(async () => come()) };
  };

  // S546
  it("fills an empty form when it comes late", async () => {
    const { come, sent } = openLate({ windowSeconds: 300, capMinutes: 60 });
    expect(box("Late bids").value).toBe("120");
    await come();
    await waitFor(() => expect(box("Late bids").value).toBe("300"));
    fillIn();
    submit();
    await waitFor(() => expect(sent()).toMatchObject([{ softClose: { windowSeconds: 300, capMinutes: 60 } }]));
  });

  it("takes the house's increment table if the house has set one", async () => {
    const { come, sent } = openLate({ windowSeconds: 120, capMinutes: 30 }, true);
    expect(box("Increments").value).toBe("one");
    await come();
    await waitFor(() => expect(box("Increments").value).toBe("table"));
    fillIn();
    submit();
    await waitFor(() => expect(sent()).toMatchObject([{ incrementTable: true }]));
  });

  it("switches late bids off if the site has none", async () => {
    const { come } = openLate(null);
    await come();
    await waitFor(() => expect(box("Late bids").value).toBe("off"));
  });

  it.each([
    ["typed", () => type("Title", "Talking drum"), () => box("Title").value, "Talking drum"],
    ["chosen late bids", () => type("Late bids", "60"), () => box("Late bids").value, "60"],
    ["chosen a picture", () => choose(jpeg("a.jpg")), () => tiles().length, 1],
  ])("leaves the form alone once somebody has %s", async (_, begin, found, is) => {
    const { come, sent } = openLate({ windowSeconds: 300, capMinutes: 60 });
    begin();
    const before = lateBids();
    await come();
    await screen.findByText(DETAILS_CAME);
    expect([found(), ...lateBids()]).toEqual([is, ...before]);
    expect(sent()).toEqual([]);
  });
});

describe("increments that rise with the price", () => {
  const table = {
    ...usualIncrements,
    NGN: [
      [2_000, 100],
      [10_000, 250],
      [null, 1_000],
    ] as [number | null, number][],
  };
  const details = {
    body: {
      hours: usualSettings.hours,
      notes: usualSettings.notes,
      increments: table,
      softClose: null,
      incrementTable: false,
    },
  };

  it("shows the house's table and the increment of the starting price, and asks for the table alone", async () => {
    const { sent } = open({ "GET /site/details": details });
    fillIn();
    type("Bid Increment", "no amount");
    type("Increments", "table");
    expect(screen.queryByLabelText("Bid Increment")).toBeNull();
    expect(await screen.findByText("The house's increments")).toBeTruthy();
    const rows = screen.getAllByRole("row", { hidden: true }).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "PriceIncrement",
      "below ₦2,000.00₦100.00",
      "₦2,000.00 to ₦10,000.00 (now)₦250.00",
      "from ₦10,000.00₦1,000.00",
    ]);
    expect(screen.getByText("₦250.00", { selector: "span" })).toBeTruthy();
    expect(screen.getByText("₦5,250.00 or more")).toBeTruthy();
    submit();
    await waitFor(() => expect(sent()).toMatchObject([{ incrementTable: true }]));
    expect(sent()[0]).not.toHaveProperty("bidIncrement");
  });

  it("is kept in the draft, and one increment is asked for again once it is chosen", async () => {
    const { saves, sent } = open({ "GET /site/details": details });
    fillIn();
    type("Increments", "table");
    await press("Save as draft");
    await waitFor(() => expect(saves().at(-1)?.content).toMatchObject({ incrementTable: true }));
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const again = open({ "GET /site/details": details });
    fillIn();
    type("Increments", "table");
    type("Increments", "one");
    submit();
    await waitFor(() => expect(again.sent()).toMatchObject([{ bidIncrement: 1 }]));
    expect(again.sent()[0]).not.toHaveProperty("incrementTable");
    expect(sent()).toEqual([]);
  });
});
