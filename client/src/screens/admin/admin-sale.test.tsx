// @vitest-environment happy-dom
import type { Sale, SaleAction, SaleAnswer } from "@jara/shared/rest/sales";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as OneSale } from "./admin-sale.tsx";
import { Component as Sales } from "./admin-sales.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
    send: async () => ({ ok: false, error: { code: "NOT_FOUND", message: "" } }),
    clock: { hint: () => {}, onChange: () => () => {} },
  }),
}));

const admin = { ...testUser, role: "admin" as const };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const draft: Sale = {
  _id: "s1",
  title: "Instruments",
  description: "",
  terms: "",
  revision: 3,
  viewings: [],
  pickups: [],
  status: "draft",
  opensAt: null,
  closesAt: inHours(5),
  spacingSeconds: 60,
  closing: "in-order",
  groupSize: null,
  asksTerms: false,
  termsVersion: 1,
  picture: null,
  requirements: null,
  isPaused: false,
  isOver: false,
  lotCount: 2,
  softClose: "all",
  createdAt: inHours(-5),
  updatedAt: inHours(-5),
};
const published: Sale = { ...draft, status: "published" };
const lot = (id: string, title: string) => ({
  _id: id,
  title,
  media: [],
  imageUrl: null,
  startingPrice: 100,
  currency: "NGN",
  status: "draft",
  sale: null,
});
const [drum, flute, gong] = [lot("a1", "Drum"), lot("a2", "Flute"), lot("a3", "Gong")];
const done = (kind: SaleAction["kind"], more: Partial<SaleAction> = {}): SaleAction => ({
  _id: "x",
  kind,
  seconds: null,
  askedAt: inHours(0),
  isDone: true,
  lots: 2,
  refused: [],
  ...more,
});

const open = (
  sale: Sale,
  answers: Parameters<typeof answerFetch>[0] = {},
  action: SaleAction | null = null,
  search = "",
) => {
  let held: SaleAnswer = { sale, action };
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: useSession.getState().user } },
    "GET /sales/s1": () => ({ body: held }),
    "GET /sales/s1/lots": {
      body: {
        lots: [drum, flute].map((auction, place) => ({ lotNumber: place + 1, auction })),
        pagination: { current: 1, pages: 1, total: 2, limit: 100 },
      },
    },
    "GET /auctions/admin/all": {
      body: { auctions: [gong, flute, drum], pagination: { current: 1, pages: 1, total: 3, limit: 100 } },
    },
    ...answers,
  });
  renderAt(`/admin/sales/s1${search}`, { "/admin/sales/:id": OneSale });
  return {
    hold: (answer: SaleAnswer) => {
      held = answer;
    },
    written: () => calls.filter(({ call }) => !call.startsWith("GET")),
  };
};
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};
const confirm = (name: string) =>
  act(async () => {
    const dialog = screen.getByRole("dialog");
    const form = within(dialog).getByRole("button", { name }).closest("form");
    if (form) fireEvent.submit(form);
  });
const order = () =>
  within(screen.getByRole("region", { name: /^In the sale/ }))
    .getAllByRole("textbox")
    .map((box) => box.getAttribute("aria-label"));

beforeEach(() => {
  toasts.setState([], true);
  useSession.getState().logIn(admin, "t");
});
afterEach(cleanUp);

it("sends a user who is not of the staff home", () => {
  useSession.getState().logIn(testUser, "t");
  const router = renderAt("/admin/sales", { "/admin/sales": Sales });
  expect(router.state.location.pathname).toBe("/");
});

it("makes a draft of a sale, and names what is missing", async () => {
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /sales": { body: { sales: [], pagination: { current: 1, pages: 1, total: 0, limit: 24 } } },
    "POST /sales": { status: 201, body: { sale: draft, action: null } },
  });
  const router = renderAt("/admin/sales", { "/admin/sales": Sales });
  await press("Create a sale");
  const form = screen.getByRole("form", { name: "Sale" });
  await act(async () => void fireEvent.submit(form));
  expect(await screen.findByText("Please enter a title")).toBeTruthy();
  expect(screen.getByText("Please enter a date and a time")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Instruments" } });
  fireEvent.change(screen.getByLabelText(/^First lot closes/), { target: { value: "2026-11-24T13:00" } });
  fireEvent.change(screen.getByLabelText("Seconds between two lots"), { target: { value: "90" } });
  expect(screen.getByText("1 minute 30 seconds")).toBeTruthy();
  await act(async () => void fireEvent.submit(form));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/sales/s1"));
  expect(calls.find(({ call }) => call === "POST /sales")?.body).toEqual({
    title: "Instruments",
    description: "",
    terms: "",
    viewings: [],
    pickups: [],
    opensAt: null,
    spacingSeconds: 90,
    closesAt: "2026-11-24T12:00:00.000Z",
    closing: "in-order",
    groupSize: null,
    asksTerms: false,
    picture: null,
    requirements: null,
  });
});

it("arranges lots, and publishes only what is saved", async () => {
  const { hold, written } = open(draft, {
    "PUT /sales/s1/lots": () => ({ body: { sale: { ...draft, revision: 4, lotCount: 3 }, action: null } }),
  });
  await press("Add Gong");
  expect(order()).toEqual(["Lot number of Drum", "Lot number of Flute", "Lot number of Gong"]);
  const number = screen.getByLabelText("Lot number of Gong");
  fireEvent.change(number, { target: { value: "1" } });
  fireEvent.keyDown(number, { key: "Enter" });
  await press("Move Drum down");
  expect(order()).toEqual(["Lot number of Gong", "Lot number of Flute", "Lot number of Drum"]);
  expect(screen.getByText("Save the lots first.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(true);
  hold({ sale: { ...draft, revision: 4, lotCount: 3 }, action: null });
  await press("Save lots");
  expect(written()).toEqual([
    { call: "PUT /sales/s1/lots", search: "", body: { revision: 3, auctionIds: ["a3", "a2", "a1"] } },
  ]);
});

it("offers unfinished lots: a whole one becomes a draft and is added, another one says what is missing", async () => {
  const listed = {
    revision: 3,
    updatedAt: inHours(-1),
    startTime: "",
    imageUrl: null,
    author: { _id: "u2", username: "bayo" },
  };
  const drafts = [
    { ...listed, _id: "d1", title: "Kora", missing: [] },
    { ...listed, _id: "d2", title: "Bell", missing: ["The starting price is missing."] },
  ];
  const { written } = open(draft, {
    "GET /lot-drafts": { body: { drafts, pagination: { current: 1, pages: 1, total: 2, limit: 20 } } },
    "POST /lot-drafts/d1/finish": { status: 201, body: { auction: lot("a9", "Kora") } },
  });
  expect(await screen.findByText("Begun by bayo. The starting price is missing.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Continue Bell" }).getAttribute("href")).toBe("/create-auction?draft=d2");
  await press("Add Kora");
  await waitFor(() => expect(order()).toEqual(["Drum", "Flute", "Kora"].map((title) => `Lot number of ${title}`)));
  expect(written()).toMatchObject([{ call: "POST /lot-drafts/d1/finish", body: { revision: 3 } }]);
});

it("says before the publication how the lots differ from the house's defaults, and repairs them", async () => {
  const { written } = open(draft, {
    "GET /site/details": { body: { incrementTable: true, softClose: { windowSeconds: 120, capMinutes: 30 } } },
    "GET /sales/s1/lots": {
      body: {
        lots: [drum, flute].map((one, n) => ({
          lotNumber: n + 1,
          auction: { ...one, bidIncrement: 1, softClose: null },
        })),
        pagination: { current: 1, pages: 1, total: 2, limit: 100 },
      },
    },
    "POST /auctions/admin/house-rules": { body: { changed: ["a1", "a2"], refused: [] } },
  });
  await press("Publish");
  expect(await screen.findByText("2 lots have no soft close.")).toBeTruthy();
  await press("Use the house's defaults for these lots");
  expect(await screen.findByText("2 lots have the house's defaults now.")).toBeTruthy();
  expect(written()).toMatchObject([{ call: "POST /auctions/admin/house-rules", body: { auctionIds: ["a1", "a2"] } }]);
});

it("puts the lots of an import behind those of the sale", async () => {
  const pagination = { current: 1, pages: 1, total: 2, limit: 100 };
  const rows = [
    { auctionId: "a7", verdict: "create" },
    { auctionId: null, verdict: "refused" },
    { auctionId: "a1", verdict: "create" },
  ];
  const { written } = open(
    draft,
    {
      "GET /admin/imports/i1": { body: { import: {}, rows, pagination } },
      "PUT /sales/s1/lots": { body: { sale: { ...draft, revision: 4, lotCount: 3 }, action: null } },
    },
    null,
    "?import=i1",
  );
  await press("Add the imported lots");
  await waitFor(() =>
    expect(written()).toEqual([
      { call: "PUT /sales/s1/lots", search: "", body: { revision: 3, auctionIds: ["a1", "a2", "a7"] } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add the imported lots" })).toBeNull());
});

/** The stored sale, as the server answers for it. The server refuses a change that names an older revision. */
const storedSale = (first: readonly string[]) => {
  const stored = { revision: 3, ids: [...first] };
  const byId = new Map([drum, flute, gong, lot("a7", "Harp")].map((one) => [one._id, one]));
  const answer = (): SaleAnswer => ({
    sale: { ...draft, revision: stored.revision, lotCount: stored.ids.length },
    action: null,
  });
  const set = (ids: readonly string[]) => Object.assign(stored, { revision: stored.revision + 1, ids: [...ids] });
  const answers: Parameters<typeof answerFetch>[0] = {
    "GET /sales/s1": () => ({ body: answer() }),
    "GET /sales/s1/lots": () => ({
      body: {
        lots: stored.ids.map((id, place) => ({ lotNumber: place + 1, auction: byId.get(id) })),
        pagination: { current: 1, pages: 1, total: stored.ids.length, limit: 100 },
      },
    }),
    "PUT /sales/s1/lots": (body) => {
      const { revision, auctionIds } = body as { revision: number; auctionIds: string[] };
      if (revision !== stored.revision) {
        return { status: 409, body: { code: "SALE_STATE", message: "The sale has changed. Please load it again." } };
      }
      set(auctionIds);
      return { body: answer() };
    },
  };
  return { stored, set, answers };
};
/** Delays the answers about lots: after `hold()` they wait until the function that it returned is called. */
const lateLots = (answers: Parameters<typeof answerFetch>[0]) => {
  const lots = answers["GET /sales/s1/lots"] as () => object;
  let read = Promise.resolve();
  const hold = (): (() => void) => {
    let answer = () => {};
    read = new Promise((done) => {
      answer = done;
    });
    return answer;
  };
  return { answers: { ...answers, "GET /sales/s1/lots": () => ({ ...lots(), after: read }) }, hold };
};
const inSale = (...titles: string[]) =>
  waitFor(() => expect(order()).toEqual(titles.map((title) => `Lot number of ${title}`)));

it("shows imported lots that were added after a save, and keeps them when the lots are saved again", async () => {
  const { stored, answers } = storedSale(["a1", "a2"]);
  const pagination = { current: 1, pages: 1, total: 1, limit: 100 };
  const rows = [{ auctionId: "a7", verdict: "create" }];
  open(draft, { ...answers, "GET /admin/imports/i1": { body: { import: {}, rows, pagination } } }, null, "?import=i1");
  await press("Move Drum down");
  await press("Save lots");
  await inSale("Flute", "Drum");
  await press("Add the imported lots");
  await inSale("Flute", "Drum", "Harp");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(false);
  await press("Move Flute down");
  await press("Save lots");
  await waitFor(() => expect(stored.ids).toEqual(["a1", "a2", "a7"]));
});

it("says that imported lots were added once it shows them", async () => {
  const { stored, answers } = storedSale(["a1", "a2"]);
  const late = lateLots(answers);
  const pagination = { current: 1, pages: 1, total: 1, limit: 100 };
  const imported = { import: {}, rows: [{ auctionId: "a7", verdict: "create" }], pagination };
  open(draft, { ...late.answers, "GET /admin/imports/i1": { body: imported } }, null, "?import=i1");
  await inSale("Drum", "Flute");
  const release = late.hold();
  await press("Add the imported lots");
  await waitFor(() => expect(stored.ids).toEqual(["a1", "a2", "a7"]));
  expect(toasts.getState()).toEqual([]);
  release();
  await waitFor(() => expect(toasts.getState()[0]?.message).toBe("1 lot added"));
  expect(order()).toEqual(["Drum", "Flute", "Harp"].map((title) => `Lot number of ${title}`));
});

it("shows imported lots after a lot was moved and moved back, because nothing is changed then", async () => {
  const { answers } = storedSale(["a1", "a2"]);
  const pagination = { current: 1, pages: 1, total: 1, limit: 100 };
  const rows = [{ auctionId: "a7", verdict: "create" }];
  open(draft, { ...answers, "GET /admin/imports/i1": { body: { import: {}, rows, pagination } } }, null, "?import=i1");
  await press("Move Drum down");
  await press("Move Drum up");
  await press("Add the imported lots");
  await inSale("Drum", "Flute", "Harp");
  expect(screen.queryByText("Somebody else has changed the lots of this sale")).toBeNull();
});

it("never removes lots that somebody else has added: it says so, and shows the new lots when asked", async () => {
  const { stored, set, answers } = storedSale(["a1", "a2"]);
  open(draft, answers);
  await press("Move Drum down");
  set(["a1", "a2", "a7"]);
  await press("Save lots");
  expect(await screen.findByText("Somebody else has changed the lots of this sale")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save lots" }).disabled).toBe(true);
  expect(stored.ids).toEqual(["a1", "a2", "a7"]);
  await press("Discard my changes");
  await inSale("Drum", "Flute", "Harp");
  await press("Move Drum down");
  await press("Save lots");
  await waitFor(() => expect(stored.ids).toEqual(["a2", "a1", "a7"]));
});

it("saves changed lots although the texts of the sale were changed since", async () => {
  const { stored, set, answers } = storedSale(["a1", "a2"]);
  open(draft, {
    ...answers,
    "PUT /sales/s1": () => ({ body: { sale: { ...draft, ...set(stored.ids) }, action: null } }),
  });
  await press("Move Drum down");
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Drums" } });
  await press("Save");
  await waitFor(() => expect(stored.revision).toBe(4));
  await press("Save lots");
  await waitFor(() => expect(stored.ids).toEqual(["a2", "a1"]));
});

it("saves changed lots right after the texts, before the lots were read again", async () => {
  const { stored, set, answers } = storedSale(["a1", "a2"]);
  const late = lateLots(answers);
  open(draft, {
    ...late.answers,
    "PUT /sales/s1": () => ({ body: { sale: { ...draft, ...set(stored.ids) }, action: null } }),
  });
  await press("Move Drum down");
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Drums" } });
  const answer = late.hold();
  await press("Save");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true));
  await press("Save lots");
  await waitFor(() => expect(stored).toEqual({ revision: 5, ids: ["a2", "a1"] }));
  answer();
  await inSale("Flute", "Drum");
  expect(screen.queryByText("The sale has changed. Please load it again.")).toBeNull();
});

it("never removes lots that somebody else added right after the texts were saved", async () => {
  const { stored, set, answers } = storedSale(["a1", "a2"]);
  const late = lateLots(answers);
  open(draft, {
    ...late.answers,
    "PUT /sales/s1": () => {
      const ours = { ...draft, ...set(stored.ids) };
      // The answer is read after the change, so it may have a later revision, here with another lot.
      return { body: { sale: { ...ours, ...set(["a1", "a2", "a7"]), lotCount: 3 }, action: null } };
    },
  });
  await press("Move Drum down");
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Drums" } });
  const answer = late.hold();
  await press("Save");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true));
  await press("Save lots");
  await act(async () => answer());
  expect(await screen.findByText("Somebody else has changed the lots of this sale")).toBeTruthy();
  expect(stored).toEqual({ revision: 5, ids: ["a1", "a2", "a7"] });
});

it("blocks a save while another save has no answer, because each save names the revision of the one before it", async () => {
  const { stored, set, answers } = storedSale(["a1", "a2"]);
  let save = () => {};
  const saved = new Promise<void>((done) => {
    save = done;
  });
  const { written } = open(draft, {
    ...answers,
    "PUT /sales/s1": () => ({ body: { sale: { ...draft, ...set(stored.ids) }, action: null }, after: saved }),
  });
  await press("Move Drum down");
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Drums" } });
  await press("Save");
  const lots = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save lots" });
  await waitFor(() => expect(lots().disabled).toBe(true));
  save();
  await waitFor(() => expect(lots().disabled).toBe(false));
  await press("Save lots");
  await waitFor(() => expect(stored.ids).toEqual(["a2", "a1"]));
  expect(written().map(({ call }) => call)).toEqual(["PUT /sales/s1", "PUT /sales/s1/lots"]);
});

/** A sale whose texts and times change here and elsewhere. The server refuses a change that names an older revision. */
const changingSale = (first: Sale) => {
  let sale = first;
  const change = (changes: Partial<Sale>) => {
    sale = { ...sale, ...changes, revision: sale.revision + 1 };
  };
  const answers: Parameters<typeof answerFetch>[0] = {
    "GET /sales/s1": () => ({ body: { sale, action: null } }),
    "PUT /sales/s1": (body) => {
      const { revision, ...changes } = body as Partial<Sale>;
      if (revision !== sale.revision) {
        return { status: 409, body: { code: "SALE_STATE", message: "The sale has changed. Please load it again." } };
      }
      change(changes);
      return { body: { sale, action: null } };
    },
    "PUT /sales/s1/lots": () => {
      change({});
      return { body: { sale, action: null } };
    },
  };
  return { now: () => sale, change, answers };
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const shownIn = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

it.each([
  ["a draft", draft],
  ["a published sale", published],
])("never overwrites what somebody else changed in %s: it says so, and shows it when asked", async (_what, first) => {
  const { now, change, answers } = changingSale({ ...first, terms: "Cash" });
  open(first, answers);
  await screen.findByText("Texts and times");
  type("Description", "Drums and flutes");
  change({ terms: "Cash or transfer" });
  await press("Save");
  expect(await screen.findByText("Somebody else has changed this sale")).toBeTruthy();
  expect(now()).toMatchObject({ description: "", terms: "Cash or transfer" });
  expect(shownIn("Description")).toBe("Drums and flutes");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await press("Discard what I typed");
  expect([shownIn("Description"), shownIn("Terms of this sale")]).toEqual(["", "Cash or transfer"]);
  type("Description", "Drums and flutes");
  await press("Save");
  await waitFor(() => expect(now()).toMatchObject({ description: "Drums and flutes", terms: "Cash or transfer" }));
});

it("begins with the saved sale after each save, so that the next change is compared with it", async () => {
  const { now, change, answers } = changingSale(draft);
  open(draft, answers);
  await screen.findByText("Texts and times");
  type("Description", "Drums");
  await press("Save");
  await waitFor(() => expect(now().description).toBe("Drums"));
  expect(screen.queryByText("Somebody else has changed this sale")).toBeNull();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true));
  type("Description", "Flutes");
  await press("Save");
  await waitFor(() => expect(now().description).toBe("Flutes"));
  change({ description: "Gongs" });
  type("Description", "Harps");
  await press("Save");
  expect(await screen.findByText("Somebody else has changed this sale")).toBeTruthy();
  expect(now().description).toBe("Gongs");
});

it("saves typed texts although the lots of the sale were changed since", async () => {
  const { now, answers } = changingSale(draft);
  open(draft, answers);
  await press("Move Drum down");
  type("Description", "Drums");
  await press("Save lots");
  await waitFor(() => expect(now().revision).toBe(4));
  await press("Save");
  await waitFor(() => expect(now()).toMatchObject({ revision: 5, description: "Drums" }));
});

it("keeps a letter whose event still waits when the sale comes with other lots", async () => {
  const { now, answers } = changingSale(draft);
  open(draft, answers);
  await press("Move Drum down");
  const field = screen.getByLabelText<HTMLTextAreaElement>("Description");
  field.value = "D";
  await press("Save lots");
  await waitFor(() => expect(now().revision).toBe(4));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save lots" }).disabled).toBe(true));
  expect(field.value).toBe("D");
});

it("publishes no draft while texts and times are not saved", async () => {
  const { answers } = changingSale(draft);
  open(draft, answers);
  await screen.findByText("Texts and times");
  type(/^First lot closes/, "2027-01-01T12:00");
  expect(screen.getByText("Save the texts and times first.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(true);
  await press("Save");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(false));
});

it("shows the times in force once somebody else has published the sale, not times that were typed", async () => {
  const { now, change, answers } = changingSale(draft);
  open(draft, answers);
  await screen.findByText("Texts and times");
  const inForce = shownIn(/^First lot closes/);
  type(/^First lot closes/, "2027-01-01T12:00");
  change({ status: "published" });
  await press("Save");
  expect(await screen.findByText(/^The sale is published/)).toBeTruthy();
  await waitFor(() => expect(shownIn(/^First lot closes/)).toBe(inForce));
  expect(now().closesAt).toBe(draft.closesAt);
});

it("marks the lots that the server refuses, and takes them out", async () => {
  open(draft, {
    "PUT /sales/s1/lots": {
      status: 400,
      body: { code: "INVALID", message: "Only drafts.", issues: [{ path: "auctionIds.2", message: "No draft" }] },
    },
  });
  await press("Add Gong");
  await press("Save lots");
  expect(await screen.findByText("Not a draft any more, or in another sale")).toBeTruthy();
  await press("Take it out");
  expect(order()).toEqual(["Lot number of Drum", "Lot number of Flute"]);
});

it("says what publishing does before it is done, and then on how many lots it was done", async () => {
  const answer = { sale: published, action: done("publish") };
  const { hold, written } = open(draft, { "POST /sales/s1/publish": { body: answer } });
  await press("Publish");
  expect(screen.getByRole("dialog").textContent).toMatch(/2 lots will open for bids at once\..*The first closes/);
  expect(written()).toEqual([]);
  hold(answer);
  await confirm("Publish");
  expect(await screen.findByText("Published: 2 lots.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^First lot closes/).disabled).toBe(true);
});

it("shifts by the minutes that were typed, and lists the lots that refused", async () => {
  const action = done("shift", {
    seconds: 900,
    lots: 1,
    refused: [{ lotNumber: 2, auctionId: "a2", reason: "This auction has ended." }],
  });
  const { hold, written } = open(published, { "POST /sales/s1/shift": { body: { sale: published, action } } });
  await press("Shift times");
  fireEvent.change(screen.getByLabelText("Minutes"), { target: { value: "1.5" } });
  await confirm("Shift times");
  expect(screen.getByText(/Please enter whole minutes/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Minutes"), { target: { value: "15" } });
  hold({ sale: published, action });
  await confirm("Shift times");
  expect(written().map(({ call, body }) => [call, body])).toEqual([["POST /sales/s1/shift", { seconds: 900 }]]);
  expect(await screen.findByText("Shifted by 15 minutes: 1 lot. 1 lot could not be changed.")).toBeTruthy();
  expect(screen.getByRole("list", { name: "Lots that could not be changed" }).textContent).toBe(
    "Lot 2This auction has ended.",
  );
});

it("shows the server's refusal, and does the same action with the same key again", async () => {
  const keys: unknown[] = [];
  const { written } = open(published, {
    "POST /sales/s1/end": { status: 503, body: { code: "UNAVAILABLE", message: "Later." } },
  });
  const sent = globalThis.fetch;
  vi.stubGlobal("fetch", (address: string, init: { method: string; headers: Record<string, string> }) => {
    if (init.method === "POST") keys.push(init.headers["idempotency-key"]);
    return sent(address, init);
  });
  await press("End now");
  expect(screen.getByRole("dialog").textContent).toMatch(/cannot be undone/);
  await confirm("End now");
  expect(await screen.findByText("Later.")).toBeTruthy();
  await confirm("End now");
  expect(written()).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it("says how far an action is while it is under way", async () => {
  open(published, {}, done("pause", { isDone: false, lots: 1 }));
  expect(await screen.findByText(/^Paused: 1 lot so far\. The rest follows/)).toBeTruthy();
});

it("lets a cataloguer publish a draft, and not pause a sale", async () => {
  useSession.getState().logIn({ ...testUser, role: "cataloguer" }, "t");
  open(published);
  expect(await screen.findByText("Your role may not pause, shift or end a sale.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
});

it("shows a cataloguer the terms of a published sale read-only, and lets them change the other texts", async () => {
  const { now, answers } = changingSale({ ...published, asksTerms: true, terms: "Cash" });
  open(now(), answers);
  const terms = () => screen.getByLabelText<HTMLTextAreaElement>("Terms of this sale");
  await screen.findByText("Texts and times");
  expect(terms().readOnly).toBe(false);
  cleanUp();
  useSession.getState().logIn({ ...testUser, role: "cataloguer" }, "t");
  open(now(), answers);
  await screen.findByText("Texts and times");
  expect(terms().readOnly).toBe(true);
  expect(screen.getByText(/^The sale is published, so only managers and administrators can change/)).toBeTruthy();
  expect(screen.queryByText(/^If you change the terms/)).toBeNull();
  type("Description", "Drums and flutes");
  await press("Save");
  await waitFor(() => expect(now()).toMatchObject({ description: "Drums and flutes", terms: "Cash" }));
});

it("shows a cataloguer the terms in force once somebody else has published the sale, not terms that were typed", async () => {
  useSession.getState().logIn({ ...testUser, role: "cataloguer" }, "t");
  const { now, change, answers } = changingSale({ ...draft, terms: "Cash" });
  open(now(), answers);
  await screen.findByText("Texts and times");
  type("Description", "Drums and flutes");
  type("Terms of this sale", "Cheque");
  change({ status: "published" });
  await press("Save");
  expect(await screen.findByText(/^The sale is published, so its times/)).toBeTruthy();
  await waitFor(() => expect(shownIn("Terms of this sale")).toBe("Cash"));
  expect(shownIn("Description")).toBe("Drums and flutes");
  await press("Save");
  await waitFor(() => expect(now()).toMatchObject({ description: "Drums and flutes", terms: "Cash" }));
});

it("keeps what was saved when a read that began before the save is answered after it", async () => {
  const { now, answers } = changingSale(draft);
  let reads = Promise.resolve();
  open(draft, {
    ...answers,
    "GET /sales/s1": () => ({ body: { sale: now(), action: null }, after: reads }),
  });
  await screen.findByText("Texts and times");
  let answer = () => {};
  reads = new Promise((done) => {
    answer = done;
  });
  await act(async () => void window.dispatchEvent(new Event("visibilitychange")));
  type("Description", "Drums");
  await press("Save");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true));
  await act(async () => answer());
  expect(shownIn("Description")).toBe("Drums");
  type("Description", "Flutes");
  await press("Save");
  await waitFor(() => expect(now()).toMatchObject({ revision: 5, description: "Flutes" }));
});

const agreement = { status: "proposed", startingPrice: 100, reservePrice: 150, currency: "NGN" } as const;
const ofSeller = {
  ...flute,
  reservePrice: 150,
  seller: { _id: "u7", username: "ada" },
  terms: { offerId: "o1", agreement },
};
const pageOf = (auctions: readonly object[]) => ({
  body: { auctions, pagination: { current: 1, pages: 1, total: auctions.length, limit: 100 } },
});

it("names the lots whose sellers have not accepted before it is published, with the ways to the agreements", async () => {
  open(draft, {
    "GET /sales/s1/lots": {
      body: {
        lots: [drum, { ...flute, reservePrice: 150, seller: ofSeller.seller }].map((auction, place) => ({
          lotNumber: place + 1,
          auction,
        })),
        pagination: { current: 1, pages: 1, total: 2, limit: 100 },
      },
    },
    "GET /auctions/admin/all": pageOf([ofSeller, drum]),
  });
  const list = await screen.findByRole("list", { name: "Lots without accepted terms" });
  const links = within(list).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([["Flute", "/admin/offers/o1"]]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(true);
  const row = within(screen.getByRole("region", { name: /^In the sale/ }));
  expect(row.getByText("ada")).toBeTruthy();
  expect(row.getByText("ada").closest("li")?.textContent).toMatch(/₦100\.00, reserve ₦150\.00Seller ada/);
  expect(row.getByRole("link", { name: "The seller has not accepted" }).getAttribute("href")).toBe("/admin/offers/o1");
});

it("publishes once the sellers have accepted", async () => {
  open(draft, {
    "GET /auctions/admin/all": pageOf([
      { ...flute, terms: { offerId: "o1", agreement: { ...agreement, reservePrice: null, status: "accepted" } } },
    ]),
    "GET /sales/s1/lots": {
      body: {
        lots: [{ lotNumber: 1, auction: { ...flute, seller: ofSeller.seller } }],
        pagination: { current: 1, pages: 1, total: 1, limit: 100 },
      },
    },
  });
  await press("Publish");
  expect(await screen.findByRole("dialog", { name: "Publish this sale?" })).toBeTruthy();
});

it("asks before a late lot is added, with its number and its end, and offers the sale's own drafts first", async () => {
  const own = { ...gong, sale: { _id: "s1", title: "Instruments" } };
  const other = lot("a9", "Kora");
  const { written } = open(published, {
    "GET /auctions/admin/all": (_body, search) => pageOf(search.includes("sale=s1") ? [own] : [other, own, ofSeller]),
    "GET /sales/s1/lots": (_body, search) => {
      const page = search.includes("page=2") ? 2 : 1;
      const lots = [{ lotNumber: page === 1 ? 1 : 12, auction: page === 1 ? drum : flute }];
      return { body: { lots, pagination: { current: page, pages: 2, total: 2, limit: 1 } } };
    },
    "POST /sales/s1/lots": { body: { sale: published, action: null } },
  });
  fireEvent.click(await screen.findByText("Add a late lot"));
  const adds = () =>
    screen
      .getAllByRole<HTMLButtonElement>("button", { name: /^Add (Gong|Kora|Flute)$/ })
      .map((button) => [button.getAttribute("aria-label"), button.disabled]);
  await waitFor(() =>
    expect(adds()).toEqual([
      ["Add Gong", false],
      ["Add Kora", false],
      ["Add Flute", true],
    ]),
  );
  await press("Add Kora");
  const dialog = await screen.findByRole("dialog", { name: "Add lot 13, “Kora”, to the sale now?" });
  expect(dialog.textContent).toMatch(/published and open for bids at once and closes .*WAT/);
  expect(written()).toEqual([]);
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Add to the sale" })));
  expect(written()).toMatchObject([{ call: "POST /sales/s1/lots", body: { auctionId: "a9" } }]);
});
