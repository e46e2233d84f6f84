// Tests mail through the real server and a real SMTP server: a registration's link verifies the address, outbid people
// and winners get mails, one click stops outbid mails, and developers can read what was sent.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { writtenLagosTime } from "../../src/platform/lib/lagos-time.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type LocalSmtp, type ReceivedMail, startLocalSmtp } from "../support/local-smtp.ts";
import { logIsRead } from "../support/read-log.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

describeEndToEnd("mail", () => {
  let smtp: LocalSmtp;
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    smtp = await startLocalSmtp();
    const mail = { smtpUrl: smtp.url, from: "Jara <no-reply@jara.test>" };
    server = await startTestServer({ config: { mail } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await smtp?.close();
  });

  const arriving = (to: string, subject: RegExp): Promise<ReceivedMail> =>
    vi.waitFor(
      () => {
        const mail = smtp.mailsTo(to).find((one) => subject.test(one.subject ?? ""));
        if (!mail) throw new Error(`no mail to ${to} yet`);
        return mail;
      },
      { timeout: 45_000, interval: 20 },
    );
  const bid = async (person: Person, auctionId: string, amount: number): Promise<void> => {
    const { status, text } = await server.api("POST", "/api/bids", {
      token: person.token,
      body: { auctionId, amount },
    });
    expect([status, text]).toEqual([201, text]);
  };
  const wantsOutbidMail = async ({ token }: Person): Promise<boolean> =>
    (await server.api("GET", "/api/users/profile", { token })).body.user.wantsOutbidMail;

  // S011
  it("contains a registration's link, which verifies the address, and no longer stores its token afterwards", async () => {
    const account = { username: "Ngozi", email: "ngozi@people.test", password: "correct horse" };
    const { body: session } = await server.api("POST", "/api/auth/register", { body: account });
    const mail = await arriving(account.email, /Verify your email address for Jara/);
    const link = new URL(/https?:\/\/\S+/.exec(mail.text ?? "")?.[0] ?? "http://none");
    const token = link.searchParams.get("token") ?? "";
    const verified = await server.api("POST", "/api/auth/verify-email", {
      body: { token, email: link.searchParams.get("email") },
    });
    expect([verified.status, verified.body.user?.id]).toEqual([200, session.user.id]);
    await vi.waitFor(async () => {
      const [row] = await server.query(
        "select data::text as data from outbox where to_address = $1 and sent_at is not null",
        [account.email],
      );
      expect(row?.data).toMatch(/"token": ?""/);
    }, 15_000);
    const { body } = await server.api("GET", "/dev/mail.json");
    const shown = body.mails.filter(({ to }: { to: string }) => to === account.email);
    expect(shown).toMatchObject([{ state: "sent", attempts: 1, lastError: null }]);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  // S010
  it("notifies an outbid person at most once in 15 minutes, and a winner with the steps to pay", async () => {
    const [ada, bola] = [await makePerson(server, "ada"), await makePerson(server, "bola")];
    const { _id } = await openAuction(server, admin, { title: "Talking <drum> & sticks" });
    await bid(ada, _id, 1100);
    await bid(bola, _id, 1200);
    const outbid = await arriving(ada.email, /outbid/);
    expect(outbid.text).toContain("Someone has placed a higher bid on “Talking <drum> & sticks”.");
    expect(outbid.text).toContain(`http://localhost:3000/auction/${_id}`);
    expect(outbid.html).toContain("Talking &lt;drum&gt; &amp; sticks");
    await bid(ada, _id, 1300);
    await bid(bola, _id, 1400);
    await setStatus(server, admin, _id, "ended");
    const won = await arriving(bola.email, /You won/);
    expect(won.text).toContain("Winning bid: ₦1,400.00\nDeposit, already taken: ₦280.00\nRemaining: ₦1,120.00");
    expect(won.text).toContain("WhatsApp: +2348012345678\nEmail: help@jara.test");
    const [settlement] = await server.query<{ dueAt: number }>(
      `select (extract(epoch from due_at) * 1000)::float8 as "dueAt" from settlements where auction_id = $1::text::uuid`,
      [_id],
    );
    const dueAt = new Date(settlement?.dueAt ?? Number.NaN).toISOString();
    expect(won.text).toContain(`Pay before: ${writtenLagosTime(dueAt)}`);
    expect(smtp.mailsTo(ada.email)).toHaveLength(1);
  });

  it("offers a link that stops outbid mails without a log-in: opening it changes nothing, its button does", async () => {
    const [chidi, dayo] = [await makePerson(server, "chidi"), await makePerson(server, "dayo")];
    const { _id } = await openAuction(server, admin);
    await bid(chidi, _id, 1100);
    await bid(dayo, _id, 1200);
    const { text, headers } = await arriving(chidi.email, /outbid/);
    const link = new URL(/Stop mails about being outbid: (\S+)/.exec(text ?? "")?.[1] ?? "http://none");
    const header = (key: string) => headers.find((one) => one.key === key)?.value;
    expect(header("list-unsubscribe")).toBe(`<${link}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");

    const path = `${link.pathname}${link.search}`;
    const page = await server.api("GET", path);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).not.toMatch(/<script/i);
    expect(await wantsOutbidMail(chidi)).toBe(true);

    const action = /<form method="post" action="([^"]+)">/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const done = await server.api("POST", action, { raw: "", headers: FORM });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("no more mails about being outbid")]);
    expect(await wantsOutbidMail(chidi)).toBe(false);
    expect(await wantsOutbidMail(dayo)).toBe(true);

    const another = await openAuction(server, admin);
    await bid(chidi, another._id, 1100);
    await bid(dayo, another._id, 1200);
    await logIsRead(server.server.database);
    const written = await server.query(
      `select to_address as "to", auction_id as about from outbox where user_id in ($1::text::uuid, $2::text::uuid)`,
      [chidi.id, dayo.id],
    );
    expect(written).toEqual([{ to: chidi.email, about: _id }]);
  });

  describe("the one-click unsubscribe of a mail program", () => {
    let emeka: Person;
    let path: string;
    beforeAll(async () => {
      const funke = await makePerson(server, "funke");
      emeka = await makePerson(server, "emeka");
      const { _id } = await openAuction(server, admin);
      await bid(emeka, _id, 1100);
      await bid(funke, _id, 1200);
      const { headers } = await arriving(emeka.email, /outbid/);
      const link = new URL(headers.find(({ key }) => key === "list-unsubscribe")?.value.slice(1, -1) ?? "");
      path = `${link.pathname}${link.search}`;
    });
    beforeEach(() => server.query("update users set wants_outbid_mail = true where id = $1::text::uuid", [emeka.id]));

    it("changes nothing with another person's id or a forged or missing signature", async () => {
      const funkes = path.replace(emeka.id, admin.id);
      const forged = path.replace(/.(?=.$)/, (c) => (c === "A" ? "B" : "A"));
      const cut = path.replace(/&signature=.*/, "");
      for (const wrong of [funkes, forged, cut, cut.replace(/\?.*/, ""), `${path}AAAA`, `${path}${"A".repeat(200)}`]) {
        for (const method of ["GET", "POST"]) {
          const { status } = await server.api(method, wrong, {});
          expect([method, wrong, status]).toEqual([method, wrong, wrong.length > 300 ? 400 : 404]);
        }
      }
      expect([await wantsOutbidMail(emeka), await wantsOutbidMail(admin)]).toEqual([true, true]);
    });

    it.each([
      ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
      [
        "multipart/form-data; boundary=x",
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ])("stops the mails at once, and again without harm: %s", async (type, raw) => {
      for (const _time of ["first", "second"]) {
        const { status } = await server.api("POST", path, { raw, headers: { "content-type": type } });
        expect(status).toBe(200);
        expect(await wantsOutbidMail(emeka)).toBe(false);
      }
    });

    it("is the only call that accepts a form", async () => {
      const { status } = await server.api("POST", "/api/auth/login", { raw: "email=x", headers: FORM });
      expect(status).toBe(415);
    });
  });

  it("is shown to developers as text and as HTML, with its outcome", async () => {
    const { email } = await makePerson(server, "developer");
    await server.api("POST", "/api/auth/forgot-password", { body: { email } });
    const { subject } = await arriving(email, /password/i);
    const { id } = await vi.waitFor(async () => {
      const { body } = await server.api("GET", "/dev/mail.json");
      const mail = body.mails.find(({ to, state }: { to: string; state: string }) => to === email && state === "sent");
      expect(mail).toBeDefined();
      return mail;
    }, 15_000);
    const page = await server.api("GET", `/dev/mail/${id}`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("<!doctype html>");
    const list = await server.api("GET", "/dev/mail");
    expect(list.text).toContain(subject);
    expect(list.text).toContain(`href="/dev/mail/${id}"`);
    expect(list.text).toContain('class="sent">sent');
    for (const none of ["x", "00000000-0000-4000-8000-000000000000"]) {
      expect((await server.api("GET", `/dev/mail/${none}`)).status).toBe(404);
    }
  });
});

describeEndToEnd("mail without SMTP", () => {
  it("waits in the outbox with its link, and developers can read it", async () => {
    const server = await sharedServer();
    const name = `Kemi${randomUUID().slice(0, 6)}`;
    const email = `${name.toLowerCase()}@people.test`;
    await server.api("POST", "/api/auth/register", { body: { username: name, email, password: "correct horse" } });
    const { body } = await server.api("GET", "/dev/mail.json");
    const [mail] = body.mails.filter(({ to }: { to: string }) => to === email);
    expect(mail).toMatchObject({ state: "waiting", attempts: 0 });
    expect(mail.text).toMatch(/verify-email\?token=[\w-]{43}&email=kemi\w+%40people\.test/);
    expect((await server.api("GET", "/dev/mail")).text).toContain("there is no SMTP_URL");
  });
});
