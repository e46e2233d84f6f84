// Tests saved searches from outside: what can be saved, that others cannot see them, and which lots are new to a
// search.
import { savedSearchAnswer, savedSearchesAnswer } from "@jara/shared/rest/saved-searches";
import { SAVED_SEARCHES_MAX } from "@jara/shared/saved-search-limits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { matchPublishedLots } from "../../src/features/auctions/saved-searches/match-lots.ts";
import { usualSite } from "../../src/features/auctions/search/collect-regions.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

/** The job looks every five seconds. */
const MATCHED_WITHIN = { timeout: 45_000, interval: 50 };

describeEndToEnd("saved searches", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  const save = (person: Person, query: object, more: object = {}) =>
    server.api("POST", "/api/saved-searches", {
      token: person.token,
      body: { name: "Mine", query, alert: "now", ...more },
    });
  const listOf = async ({ token }: Person) =>
    (await server.api("GET", "/api/saved-searches", { token })).body.savedSearches;
  const unseenOf = async (person: Person) =>
    Object.fromEntries(
      (await listOf(person)).map(({ name, unseen }: { name: string; unseen: number }) => [name, unseen]),
    );
  /** Does the job's work now. The job may be at it too, as another node would be. */
  const allMatched = async () => {
    await matchPublishedLots(server.server.database, usualSite);
    await server.shiftClock(1_000);
    await expect.poll(async () => (await server.query("select from published_lots")).length, MATCHED_WITHIN).toBe(0);
  };

  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
  });
  afterAll(() => server?.close());

  it("saves the fields of the listing with a trimmed name, renames, and deletes", async () => {
    const given = { search: " talking drum ", category: ["toys", "books"], minPrice: 5000, hasReserve: false, page: 2 };
    const { status, body } = await save(ada, given, { name: "  Drums " });
    expect(status).toBe(201);
    expectShape(savedSearchAnswer, body);
    expect(body.savedSearch).toMatchObject({
      name: "Drums",
      alert: "now",
      unseen: 0,
      query: { search: "talking drum", category: "toys,books", minPrice: "5000", hasReserve: "false" },
    });
    const path = `/api/saved-searches/${body.savedSearch._id}`;
    expect((await server.api("GET", path, { token: ada.token })).body).toEqual(body);
    const changed = await server.api("PATCH", path, { token: ada.token, body: { name: "Old drums", alert: "daily" } });
    expect(changed.body.savedSearch).toMatchObject({ name: "Old drums", alert: "daily" });
    const answer = await server.api("GET", "/api/saved-searches", { token: ada.token });
    expectShape(savedSearchesAnswer, answer.body);
    expect((await server.api("DELETE", path, { token: ada.token })).status).toBe(200);
    expect(await listOf(ada)).toEqual([]);
    expect((await server.api("DELETE", path, { token: ada.token })).status).toBe(404);
  });

  it("refuses what the listing refuses, unknown fields, bad names and alerts, and the same search twice", async () => {
    const bola = await makePerson(server, "bola");
    const bad = [
      [{ category: "cars" }, {}],
      [{ minPrice: "-5" }, {}],
      [{ colour: "red" }, {}],
      [{ search: "x".repeat(201) }, {}],
      [{ search: "a" }, { name: "  " }],
      [{ search: "a" }, { name: "x".repeat(81) }],
      [{ search: "a" }, { alert: "hourly" }],
      [{ search: "a" }, { unseen: 4 }],
      ["search=a", {}],
    ] as const;
    for (const [query, more] of bad) expect((await save(bola, query as object, more)).body.code).toBe("INVALID");
    expect((await save(bola, { search: "Talking Drum", sortBy: "title" }, { name: "Drums" })).status).toBe(201);
    const again = await save(bola, { search: "drum  talking" });
    expect([again.status, again.body.message]).toEqual([400, "You saved this search already, as “Drums”."]);
    expect(await listOf(bola)).toHaveLength(1);
  });

  it("keeps at most fifty searches for a person", async () => {
    const chidi = await makePerson(server, "chidi");
    for (let n = 0; n < SAVED_SEARCHES_MAX; n++) expect((await save(chidi, { search: `word${n}` })).status).toBe(201);
    expect((await save(chidi, { search: "one more" })).body.message).toContain("no room for more");
    expect(await listOf(chidi)).toHaveLength(SAVED_SEARCHES_MAX);
  });

  it("shows a search to nobody but its owner", async () => {
    const [dayo, emeka] = [await makePerson(server, "dayo"), await makePerson(server, "emeka")];
    const { body } = await save(dayo, { search: "secret" });
    const path = `/api/saved-searches/${body.savedSearch._id}`;
    for (const { token } of [emeka, admin]) {
      const patch = { token, body: { name: "Taken" } };
      expect((await server.api("GET", path, { token })).status).toBe(404);
      expect((await server.api("PATCH", path, patch)).status).toBe(404);
      expect((await server.api("POST", `${path}/seen`, { token })).status).toBe(404);
      expect((await server.api("DELETE", path, { token })).status).toBe(404);
    }
    expect((await server.api("GET", "/api/saved-searches/none", { token: dayo.token })).status).toBe(404);
    expect((await listOf(dayo))[0].name).toBe("Mine");
  });

  it("finds lots that become active after it was saved: made, or started from a draft; not reopened, resumed or older ones", async () => {
    const femi = await makePerson(server, "femi");
    const startTime = new Date((await server.databaseNow()) + 3_600_000).toISOString();
    const older = await openAuction(server, admin, { title: "Bata one" });
    const scheduled = await openAuction(server, admin, { title: "Bata two", startTime });
    await allMatched();
    const { body } = await save(femi, { search: "bata" }, { name: "Bata" });
    expect(body.savedSearch.unseen).toBe(0);
    for (const status of ["paused", "active", "ended"]) await setStatus(server, admin, older._id, status);
    const endTime = new Date((await server.databaseNow()) + 7_200_000).toISOString();
    await server.api("PUT", `/api/auctions/${older._id}`, { token: admin.token, body: { endTime } });
    await setStatus(server, admin, older._id, "active");
    await openAuction(server, admin, { title: "Flute" });
    await openAuction(server, admin, { title: "Bata, a draft", startTime });
    await openAuction(server, admin, { title: "Bata three" });
    await allMatched();
    expect(await unseenOf(femi)).toEqual({ Bata: 1 });
    await setStatus(server, admin, scheduled._id, "active");
    await allMatched();
    expect(await unseenOf(femi)).toEqual({ Bata: 2 });
    // Published again, it is the same lot.
    for (const status of ["draft", "active"]) await setStatus(server, admin, scheduled._id, status);
    await allMatched();
    expect(await unseenOf(femi)).toEqual({ Bata: 2 });
    const seen = await server.api("POST", `/api/saved-searches/${body.savedSearch._id}/seen`, { token: femi.token });
    expect(seen.body.savedSearch.unseen).toBe(0);
  });

  it("counts a lot only while it is listed, and finds one that was paused at once when it is resumed", async () => {
    const gbenga = await makePerson(server, "gbenga");
    await save(gbenga, { search: "goje" }, { name: "Goje" });
    const [first, second] = [
      await openAuction(server, admin, { title: "Goje one" }),
      await openAuction(server, admin, { title: "Goje two" }),
    ];
    await setStatus(server, admin, second._id, "paused");
    await server.shiftClock(1_000);
    await expect.poll(() => unseenOf(gbenga), MATCHED_WITHIN).toEqual({ Goje: 1 });
    await setStatus(server, admin, first._id, "draft");
    expect(await unseenOf(gbenga)).toEqual({ Goje: 0 });
    await setStatus(server, admin, second._id, "active");
    await server.shiftClock(1_000);
    await expect.poll(() => unseenOf(gbenga), MATCHED_WITHIN).toEqual({ Goje: 1 });
  });

  it("finds exactly the lots that the listing finds, for every kind of filter", async () => {
    const halima = await makePerson(server, "halima");
    const queries = {
      words: { search: "KORA strings" },
      letter: { search: "ß" },
      "plain letters": { search: "kora osogbo yayan" },
      "marked letters": { search: "Kọ́rà Òṣogbo".normalize("NFD") },
      "a plural": { search: "koras string" },
      "a plural alone": { search: "kora batteries" },
      "a singular": { search: "kora battery" },
      "two plurals": { search: "calabashes batteries" },
      marks: { search: "\u0300 kora" },
      "two letters": { search: "zq" },
      percent: { search: "100%" },
      category: { search: "kora", category: "toys,books" },
      condition: { search: "kora", condition: "new" },
      place: { search: "kora", location: "lagos,ogun" },
      cheap: { search: "kora", maxPrice: "5000" },
      "cheap in dollars": { search: "kora", maxPrice: "6", priceCurrency: "USD" },
      dollars: { search: "kora", currency: "USD" },
      reserve: { search: "kora", hasReserve: "true" },
      "no reserve": { search: "kora", hasReserve: "false" },
      "buy now": { search: "kora", hasBuyItNow: "true" },
      year: { search: "kora", yearFrom: "2015", yearTo: "2020" },
      storage: { search: "kora", storageFrom: "128", condition: "good" },
      "nothing at all": { search: "kora", category: "fitness" },
    };
    for (const [name, query] of Object.entries(queries)) expect((await save(halima, query, { name })).status).toBe(201);
    const lots = [
      { title: "Kora with 21 strings" },
      { title: "Kora ß 100%", categories: ["toys" as const], location: "Ikeja, Lagos" },
      { title: "Kora zq", categories: ["books" as const], condition: "new" as const, startingPrice: 5000 },
      { title: "Kora 100", currency: "USD" as const, startingPrice: 6, location: "Abeokuta, Ogun" },
      { title: "Kora, dear", startingPrice: 5001, reservePrice: 9000, buyItNowPrice: 20_000 },
      { title: "Kora car", categories: ["automobiles" as const], conditionReport: { year: 2018 } },
      { title: "Kora car, old", categories: ["automobiles" as const], conditionReport: { year: 2014 } },
      { title: "Kora phone", categories: ["electronics" as const], conditionReport: { storageGb: 128 } },
      { title: "Kora from Òṣogbo", description: "For ƴaʼyan sarki" },
      { title: "Kora of one calabash", description: "With a battery." },
      { title: "Something else" },
    ];
    for (const one of lots) await openAuction(server, admin, one as Parameters<typeof openAuction>[2]);
    await allMatched();
    const listed = Object.fromEntries(
      await Promise.all(
        Object.entries(queries).map(async ([name, query]) => {
          const { body } = await server.api(
            "GET",
            `/api/auctions?${new URLSearchParams(query as Record<string, string>)}`,
          );
          return [name, body.total as number] as const;
        }),
      ),
    );
    expect(await unseenOf(halima)).toEqual(listed);
    // The lots differ enough for every filter to find some and leave some.
    for (const [name, total] of Object.entries(listed)) {
      expect([name, total > 0]).toEqual([name, name !== "nothing at all"]);
      expect(total).toBeLessThan(lots.length);
    }
  });
});
