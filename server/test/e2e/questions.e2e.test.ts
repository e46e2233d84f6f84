// Tests questions about lots from outside: who may ask what and until when, the public answer, its event and its mail.
import {
  questionAnswer,
  questionsAnswer,
  staffQuestionAnswer,
  staffQuestionsAnswer,
} from "@jara/shared/rest/questions";
import { cleanLines } from "@jara/shared/text/clean";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { endDueDeletions } from "../../src/features/own-data/deletion-job.ts";
import { connect, settled, transports } from "../support/e2e-live.ts";
import { mailsTo } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { hostileTexts } from "../support/hostile-words.ts";

const HOUR = 3_600_000;
let people = 0;

const server = await sharedServer();

describeEndToEnd("questions about a lot", () => {
  let admin: Person;
  let funke: Person;
  let ada: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    funke = await makePerson(server, "funke", { role: "cataloguer" });
  });
  beforeEach(async () => {
    ada = await makePerson(server, `ada-${++people}`);
  });

  const newLot = async (details = {}): Promise<string> => (await openAuction(server, admin, details))._id;
  const ask = (who: Person | null, lotId: string, text = "Is the skin original?") =>
    server.api("POST", `/api/auctions/${lotId}/questions`, { ...(who && { token: who.token }), body: { text } });
  const asked = async (who: Person, lotId: string, text?: string): Promise<string> => {
    const { status, body } = await ask(who, lotId, text);
    expect([status, body.message]).toEqual([201, undefined]);
    expectShape(questionAnswer, body);
    return body.question._id;
  };
  const list = async (who: Person | null, lotId: string) => {
    const { status, body } = await server.api(
      "GET",
      `/api/auctions/${lotId}/questions`,
      who ? { token: who.token } : {},
    );
    expect(status).toBe(200);
    expectShape(questionsAnswer, body);
    return body;
  };
  const textsFor = async (who: Person | null, lotId: string): Promise<string[]> =>
    (await list(who, lotId)).questions.map(({ text }: { text: string }) => text);
  const answer = (id: string, text = "No, it was replaced.", revision = 1, who = funke) =>
    server.api("PUT", `/api/admin/questions/${id}/answer`, { token: who.token, body: { text, revision } });
  const hide = (id: string, revision: number, who = funke) =>
    server.api("POST", `/api/admin/questions/${id}/hide`, {
      token: who.token,
      body: { reason: "Another lot", revision },
    });
  const show = (id: string, revision: number) =>
    server.api("POST", `/api/admin/questions/${id}/show`, { token: funke.token, body: { revision } });
  const endsIn = (lotId: string, ms: number) =>
    server.query(
      `update auctions set ends_at = clock_now() + $2::text::int * interval '1 millisecond',
         revision = revision + 1 where id = $1::text::uuid`,
      [lotId, String(ms)],
    );

  it("shows a question to its author and the staff until it is answered, and then to everybody", async () => {
    const lotId = await newLot();
    const bola = await makePerson(server, `bola-${people}`);
    const id = await asked(ada, lotId);
    const own = (await list(ada, lotId)).questions[0];
    expect(own).toMatchObject({ _id: id, asker: { username: "You" }, answer: null, isOwn: true, isHidden: false });
    expect([await textsFor(null, lotId), await textsFor(bola, lotId)]).toEqual([[], []]);
    expect(await textsFor(funke, lotId)).toEqual(["Is the skin original?"]);
    const { status, body } = await answer(id);
    expect(status).toBe(200);
    expectShape(staffQuestionAnswer, body);
    expect(body.question).toMatchObject({ state: "answered", answeredBy: funke.username, revision: 2 });
    for (const who of [null, bola]) {
      const [seen] = (await list(who, lotId)).questions;
      expect(seen).toMatchObject({ _id: id, isOwn: false, answer: { text: "No, it was replaced.", editedAt: null } });
      expect(seen.asker.username).toMatch(/^a\*+\d$/);
    }
    expect((await list(admin, lotId)).questions[0].asker.username).toBe(ada.username);
  });

  it.each(transports)("reaches watchers the moment it is answered, over %s, and nobody before", async (transport) => {
    const lotId = await newLot();
    const watcher = await connect(server, transport);
    const desk = await connect(server, transport, { token: admin.token });
    await watcher.ask("auction:watch", { auctionId: lotId });
    await desk.ask("auction:watch", { auctionId: lotId });
    const id = await asked(ada, lotId);
    const other = await asked(ada, lotId, "And the frame?");
    expect((await hide(other, 1)).status).toBe(200);
    await settled(watcher);
    expect(watcher.of("auction:question-changed")).toEqual([]);
    await answer(id);
    const event = await watcher.next("auction:question-changed");
    expect(event).toMatchObject({ auctionId: lotId, questionId: id, revision: 2 });
    expect(event.question).toMatchObject({ text: "Is the skin original?", answer: { text: "No, it was replaced." } });
    expect(JSON.stringify(event), "the name is masked").not.toContain(ada.username);
    expect(await desk.next("auction:question-changed")).toEqual(event);
    await answer(id, "Yes, it was not.", 2);
    const changed = await watcher.next("auction:question-changed", ({ revision }) => revision === 3);
    expect(changed.question?.answer).toMatchObject({ text: "Yes, it was not.", editedAt: expect.any(String) });
    await hide(id, 3);
    expect(await watcher.next("auction:question-changed", ({ revision }) => revision === 4)).toEqual({
      auctionId: lotId,
      questionId: id,
      revision: 4,
      question: null,
    });
    watcher.close();
    desk.close();
  });

  it("tells the staff who make lots, and nobody else, that the list of questions has changed", async () => {
    const cashier = await makePerson(server, `cashier-${people}`, { role: "cashier" });
    const clients = await Promise.all(
      [funke, cashier, ada].map(({ token }) => connect(server, "socket.io", { token })),
    );
    const [hers, ...others] = clients;
    const isQuestions = ({ list }: { list: string }) => list === "questions";
    const id = await asked(ada, await newLot());
    await hers?.next("list:changed", isQuestions);
    hers?.forget();
    expect((await answer(id)).status).toBe(200);
    await hers?.next("list:changed", isQuestions);
    for (const client of others) {
      await settled(client);
      expect(client.of("list:changed").filter(isQuestions)).toEqual([]);
    }
    for (const client of clients) client.close();
  });

  it("mails the person who asked, once for each answer", async () => {
    const id = await asked(ada, await newLot({ title: "Talking drum of Oyo" }));
    await answer(id);
    const [first] = await mailsTo(server, ada.email, "question-answered");
    expect(first).toMatchObject({ title: "Talking drum of Oyo", answer: "No, it was replaced.", isChanged: false });
    expect((await answer(id)).status, "somebody else was first").toBe(409);
    expect(await mailsTo(server, ada.email, "question-answered")).toHaveLength(1);
    await answer(id, "Yes.", 2);
    const mails = await mailsTo(server, ada.email, "question-answered");
    expect(mails.map(({ answer, isChanged }) => [answer, isChanged])).toEqual([
      ["No, it was replaced.", false],
      ["Yes.", true],
    ]);
  });

  const inboxOf = async (who: Person) => {
    const { status, body } = await server.api("GET", "/api/notifications", { token: who.token });
    expect(status).toBe(200);
    return body;
  };

  it("names no lot in the answer to its author if the lot is a draft again", async () => {
    const lotId = await newLot({ title: "Talking drum of Oyo" });
    const id = await asked(ada, lotId);
    await setStatus(server, admin, lotId, "draft");
    const path = `/api/auctions/${lotId}`;
    const edited = await server.api("PUT", path, { token: admin.token, body: { title: "A secret drum" } });
    expect(edited.status, edited.text).toBe(200);
    expect((await answer(id)).status).toBe(200);
    const [mail] = await mailsTo(server, ada.email, "question-answered");
    expect(mail).toMatchObject({ answer: "No, it was replaced.", isNamed: false });
    expect((await inboxOf(ada)).notifications).toMatchObject([
      {
        title: "Your question was answered",
        text: "Your question about a lot that is not public now: No, it was replaced.",
        link: null,
      },
    ]);
    expect(JSON.stringify([mail, await inboxOf(ada)])).not.toContain("drum");
  });

  it("hides a hidden question's answer and its unread mark from the asker until it is shown again", async () => {
    const id = await asked(ada, await newLot({ title: "Talking drum of Oyo" }));
    const device = await connect(server, "/ws", { token: ada.token });
    await answer(id);
    expect(await device.next("notification:created")).toMatchObject({ unread: 1 });
    const notification = { text: "“Talking drum of Oyo”: No, it was replaced.", isRead: false };
    expect(await inboxOf(ada)).toMatchObject({ notifications: [notification], unread: 1 });
    await hide(id, 2);
    expect(await device.next("notifications:read")).toMatchObject({ ids: [], unread: 0 });
    device.close();
    expect(await inboxOf(ada)).toMatchObject({
      notifications: [{ text: "Your question about “Talking drum of Oyo” is hidden.", isRead: true }],
      unread: 0,
    });
    expect(JSON.stringify(await inboxOf(ada))).not.toContain("replaced");
    await show(id, 3);
    expect(await inboxOf(ada)).toMatchObject({ notifications: [notification], unread: 1 });
  });

  it("takes one of two answers that come at the same moment", async () => {
    const id = await asked(ada, await newLot());
    const answers = await Promise.all([answer(id, "Yes."), answer(id, "No.", 1, admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    const won = answers.find(({ status }) => status === 200);
    expect(lost?.body).toMatchObject({ code: "QUESTION_STATE", question: { answer: won?.body.question.answer } });
    expect(await mailsTo(server, ada.email, "question-answered")).toHaveLength(1);
  });

  it("takes a question until one hour before the end, by the database's clock, and not for a lot that is over", async () => {
    const lotId = await newLot();
    await endsIn(lotId, HOUR + 60_000);
    const closesAt = Date.parse((await list(null, lotId)).closesAt);
    expect(closesAt - (await server.databaseNow())).toBeGreaterThan(0);
    await asked(ada, lotId);
    await endsIn(lotId, HOUR);
    expect((await list(null, lotId)).closesAt).toBeNull();
    expect((await ask(ada, lotId, "Once more?")).body.code).toBe("QUESTIONS_CLOSED");
    const ended = await newLot();
    await setStatus(server, admin, ended, "ended");
    expect((await ask(ada, ended)).body.code).toBe("QUESTIONS_CLOSED");
    const draft = await newLot({ startTime: new Date(Date.now() + HOUR).toISOString() });
    expect((await ask(ada, draft)).status).toBe(404);
    expect(await textsFor(ada, lotId)).toEqual(["Is the skin original?"]);
  });

  it("keeps the deadline when late bids move the end, and the time that is left in a pause", async () => {
    const lotId = await newLot();
    await endsIn(lotId, HOUR + 60_000);
    await server.query(
      `update auctions set extended_from = ends_at - interval '2 minutes', soft_close_seconds = 120,
         soft_close_cap_minutes = 30, revision = revision + 1 where id = $1::text::uuid`,
      [lotId],
    );
    expect((await ask(ada, lotId)).body.code).toBe("QUESTIONS_CLOSED");
    const paused = await newLot();
    await setStatus(server, admin, paused, "paused");
    await endsIn(paused, 1000);
    await server.query(
      "update auctions set paused_at = clock_timestamp() - interval '2 hours', revision = revision + 1 where id = $1::text::uuid",
      [paused],
    );
    expect(Date.parse((await list(null, paused)).closesAt)).toBeGreaterThan(await server.databaseNow());
    expect((await ask(ada, paused)).status).toBe(201);
  });

  it("has at most three unanswered questions of a person about a lot, also with many calls at once", async () => {
    const lotId = await newLot();
    const calls = Array.from({ length: 8 }, (_, index) => ask(ada, lotId, `Question ${index}?`));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([201, 400]));
    const { questions } = await list(ada, lotId);
    expect((await ask(ada, lotId, questions[0].text)).body.question._id, "the same question").toBe(questions[0]._id);
    await answer(questions[0]._id);
    await asked(ada, lotId, "A fourth?");
    await hide(questions[1]._id, 1);
    await asked(ada, lotId, "A fifth?");
    expect((await ask(ada, lotId, "A sixth?")).status).toBe(400);
    expect((await show(questions[1]._id, 2)).body.question).toMatchObject({ state: "waiting" });
  });

  it("writes the same question once if it is sent twice at the same moment", async () => {
    const lotId = await newLot();
    const answers = await Promise.all([ask(ada, lotId), ask(ada, lotId)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await textsFor(ada, lotId)).toHaveLength(1);
  });

  it("has at most twenty questions of a person in 24 hours", async () => {
    const lotId = await newLot();
    await server.query(
      `insert into lot_questions (id, auction_id, asker_id, text, asked_at, revision)
       select gen_random_uuid(), gen_random_uuid(), $1::text::uuid, 'Earlier?', clock_timestamp() - interval '23 hours', 1
       from generate_series(1, 20)`,
      [ada.id],
    );
    const { status, body, headers } = await ask(ada, lotId);
    expect([status, body.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
    await server.query(
      "update lot_questions set asked_at = asked_at - interval '2 hours' where asker_id = $1::text::uuid",
      [ada.id],
    );
    await asked(ada, lotId);
  });

  it("holds a question with contact details back until the staff have checked it", async () => {
    const lotId = await newLot();
    const caller = await makePerson(server, `caller-${people}`);
    const held = await ask(caller, lotId, "Call 0803 123 4567");
    expect([held.status, held.body.question]).toMatchObject([201, { isHeld: true, answer: null, isHidden: false }]);
    expect(await textsFor(null, lotId)).toEqual([]);
    const id = held.body.question._id as string;
    const unchecked = await answer(id);
    expect([unchecked.status, unchecked.body.issues[0].path]).toEqual([400, "isChecked"]);
    expect(unchecked.body.message).toBe(
      "This question is held back: check that it has no contact details, or hide it.",
    );
    expect(await textsFor(null, lotId)).toEqual([]);
    expect((await hide(id, 1)).body.question).toMatchObject({ state: "hidden", isHeld: true });
    expect((await list(caller, lotId)).questions[0]).toMatchObject({ isHidden: true });

    const honest = await ask(caller, lotId, "Is it the 8012345678 of the catalogue? Call it what you like.");
    expect(honest.body.question).toMatchObject({ isHeld: true });
    const path = `/api/admin/questions/${honest.body.question._id}/answer`;
    const body = { text: "Yes.", revision: 1, isChecked: true };
    const released = await server.api("PUT", path, { token: funke.token, body });
    expect([released.status, released.body.question]).toMatchObject([200, { state: "answered", isHeld: false }]);
    expect(await textsFor(null, lotId)).toEqual(["Is it the 8012345678 of the catalogue? Call it what you like."]);
  });

  it("takes honest questions that have numbers or name a service, and does not hold them back", async () => {
    const lotId = await newLot();
    for (const [at, text] of [
      "Is the part number 90915-10003 fitted?",
      "What is the ISBN: 978-0-14-143951-8?",
      "Was the engine number 8012345678 checked?",
      "Can I use Instagram on it?",
      "Does it support WhatsApp on two SIMs?",
      "Is NAFDAC number 04-5678901 printed?",
    ].entries()) {
      const who = await makePerson(server, `honest-${people}-${at}`);
      const { status, body } = await ask(who, lotId, text);
      expect([text, status, body.question?.isHeld]).toEqual([text, 201, false]);
    }
  });

  it("refuses contact details in an answer, with a sentence that says which", async () => {
    const lotId = await newLot();
    const id = await asked(ada, lotId, "Is 120,000 km right, and would ₦1,500,000 do for a 2015 model?");
    expect((await answer(id, "Write to sales@example.ng")).body.message).toMatch(
      /^Please leave out the e-mail address/,
    );
    expect((await answer(id, "Yes, 120,000 km. The price is up to the bids.")).status).toBe(200);
  });

  it("refuses empty, long and unknown input, and keeps hostile text but for what nobody sees", async () => {
    const lotId = await newLot();
    expect((await ask(ada, lotId, "  ")).status).toBe(400);
    expect((await ask(ada, lotId, "x".repeat(501))).status).toBe(400);
    const path = `/api/auctions/${lotId}/questions`;
    const more = await server.api("POST", path, { token: ada.token, body: { text: "Old?", answer: "Yes" } });
    expect(more.status).toBe(400);
    const id = await asked(ada, lotId, "x".repeat(500));
    expect((await answer(id, "x".repeat(1001))).status).toBe(400);
    expect((await answer(id, "Yes.", 0)).status).toBe(400);
    for (const text of hostileTexts) {
      const who = await makePerson(server, `hostile-${++people}`);
      const own = await asked(who, lotId, text);
      expect((await answer(own, text)).status).toBe(200);
      const found = (await list(null, lotId)).questions.find(({ _id }: { _id: string }) => _id === own);
      expect([found.text, found.answer.text]).toEqual([cleanLines(text), cleanLines(text)]);
    }
  });

  it("is asked by verified users alone, and answered by staff without an interest", async () => {
    const lotId = await newLot();
    expect((await ask(null, lotId)).status).toBe(401);
    const unverified = await makePerson(server, `new-${people}`, { isVerified: false });
    expect((await ask(unverified, lotId)).body).toMatchObject({
      code: "EMAIL_NOT_VERIFIED",
      message: expect.stringContaining("before you ask"),
    });
    expect((await ask(funke, lotId)).body.code).toBe("CONFLICT_OF_INTEREST");
    const id = await asked(ada, lotId);
    expect((await answer(id, "Yes.", 1, ada)).status).toBe(403);
    await server.query("update users set role = 'cataloguer', revision = revision + 1 where id = $1::text::uuid", [
      ada.id,
    ]);
    const own = await answer(id, "Yes.", 1, ada);
    expect(own.body.code).toBe("CONFLICT_OF_INTEREST");
    expect((await answer("no-such-id")).status).toBe(404);
    expect((await answer("3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f")).status).toBe(404);
  });

  it("lists what waits by the end of its lot, what was answered, and what is hidden", async () => {
    const [late, soon] = [await newLot({ title: "Late drum" }), await newLot({ title: "Soon drum" })];
    await endsIn(soon, 2 * HOUR);
    const [first, second] = [await asked(ada, late), await asked(ada, soon)];
    const desk = async (query = "") => {
      const { status, body } = await server.api("GET", `/api/admin/questions${query}`, { token: funke.token });
      expect(status).toBe(200);
      expectShape(staffQuestionsAnswer, body);
      return body;
    };
    const waiting = (await desk("?limit=100")).questions.map(({ _id }: { _id: string }) => _id);
    expect(waiting.indexOf(second)).toBeLessThan(waiting.indexOf(first));
    const before = (await desk()).counts;
    await answer(second);
    await hide(first, 1);
    expect((await desk()).counts).toEqual({
      waiting: before.waiting - 2,
      answered: before.answered + 1,
      hidden: before.hidden + 1,
    });
    expect((await desk("?state=answered&limit=1")).questions[0]).toMatchObject({
      _id: second,
      answeredBy: funke.username,
      auction: { title: "Soon drum", status: "active" },
    });
    expect((await desk("?state=hidden&limit=1")).questions[0]).toMatchObject({
      _id: first,
      hidden: { by: funke.username, reason: "Another lot" },
    });
    const actions = await server.query<{ action: string }>(
      "select action from admin_actions where user_id = $1::text::uuid order by at",
      [ada.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(["question answered", "question hidden"]);
  });

  it("loses the name with its author's account, and the words too if they were never answered", async () => {
    const lotId = await newLot();
    const [answered] = [await asked(ada, lotId, "Is it old?"), await asked(ada, lotId, "Is it mine?")];
    await answer(answered);
    await server.query(
      `with request as (
         insert into deletion_requests (id, user_id, requested_at, due_at)
         values (gen_random_uuid(), $1::text::uuid, clock_timestamp() - interval '8 days', clock_timestamp() - interval '1 day')
       ), emptied as (
         insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
         select gen_random_uuid(), id, -balance_minor, 0, 'test', now() from users where id = $1::text::uuid
       )
       update users set balance_minor = 0, closes_at = clock_timestamp() - interval '1 day', revision = revision + 1
       where id = $1::text::uuid`,
      [ada.id],
    );
    await endDueDeletions({ database: server.server.database, accountChanged: () => {} }, () => false);
    expect((await list(null, lotId)).questions).toMatchObject([{ text: "Is it old?", asker: null }]);
    const rows = await server.query<{ text: string }>(
      "select text from lot_questions where auction_id = $1::text::uuid order by text",
      [lotId],
    );
    expect(rows.map(({ text }) => text)).toEqual(["(removed)", "Is it old?"]);
  });
});
