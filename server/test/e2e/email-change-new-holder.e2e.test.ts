// Tests a change of an e-mail address that was requested before the account came to somebody else or got a role of the
// staff, or before its log-ins became void. The change is void too, and so are the links that take one back.
// create-admin.e2e.test.ts tests the same for `jara admin create`.
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_ID, type GoogleProvider, googlePerson, startGoogle } from "../support/e2e-google.ts";
import { askForReset, logIn, mailsTo, mailTo, PASSWORD, type Registered, register } from "../support/e2e-mailbox.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const NEW_PASSWORD = "four unlikely words";
const BROKEN = { code: "VERIFICATION_FAILED", message: "This link is not complete, was used before, or is too old." };

describeEndToEnd("a change of the address from before somebody else got the account", () => {
  let google: GoogleProvider;
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    google = await startGoogle();
    const settings = { clientId: CLIENT_ID, secret: null, issuer: google.issuer };
    server = await startTestServer({ config: { google: settings } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });
  const post = (path: string, body: object, token?: string) => server.api("POST", `/api/auth/${path}`, { body, token });
  const evil = ({ username }: Pick<Registered, "username">) => `${username}.evil@mailbox.test`;
  /** The links in the mails to the new address and, for a verified account, to the old one. */
  const asked = async (person: Registered): Promise<{ confirm: string; cancel: string | undefined }> => {
    const answer = await post("change-email", { newEmail: evil(person), password: PASSWORD }, person.token);
    expect(answer.status).toBe(200);
    return {
      confirm: (await mailTo(server, evil(person), "email-change-confirm")).token,
      cancel: (await mailsTo(server, person.email, "email-change-requested")).at(-1)?.token,
    };
  };
  /** The address and everything that lets somebody in. */
  const stored = async ({ id }: Pick<Registered, "id">) => {
    const [row] = await server.query(
      `select email, password_hash, google_id, role, token_version, banned_at is not null as is_banned
       from users where id = $1::text::uuid`,
      [id],
    );
    return row;
  };
  const expectVoid = async (
    person: Registered,
    { confirm, cancel }: { confirm: string; cancel?: string | undefined },
  ) => {
    const before = await stored(person);
    expect(before).toMatchObject({ email: person.email });
    const confirmed = await post("confirm-email-change", { token: confirm });
    expect([confirmed.status, confirmed.body]).toEqual([400, BROKEN]);
    if (cancel !== undefined) {
      expect((await post("undo-email-change", { token: cancel })).body).toEqual(BROKEN);
    }
    expect(await stored(person)).toEqual(before);
    expect((await post("forgot-password", { email: evil(person) })).status).toBe(200);
    expect(await mailsTo(server, evil(person), "password-reset")).toEqual([]);
  };

  it("is void when the owner of the address signs in with Google to an account that somebody registered", async () => {
    const squatter = await register(server, "google", { isVerified: false });
    const links = await asked(squatter);
    const googleToken = await google.idToken(googlePerson(squatter.username, { email: squatter.email }));
    const { status, body } = await post("google", { googleToken });
    expect([status, body.user.id]).toEqual([200, squatter.id]);
    await expectVoid(squatter, links);
    const waiting = await server.api("GET", "/api/auth/change-email", { token: body.token });
    expect(waiting.body).toEqual({ waiting: null });
  });

  it("is void when the owner of the address sets a password by a link", async () => {
    for (const isVerified of [false, true]) {
      const person = await register(server, "recovered", { isVerified });
      const links = await asked(person);
      const token = await askForReset(server, person.email);
      const reset = await post("reset-password", { email: person.email, token, password: NEW_PASSWORD });
      expect(reset.status).toBe(200);
      await expectVoid(person, links);
    }
  });

  it("is void when the owner of the address verifies it after the request, because no mail told them of the change", async () => {
    const squatter = await register(server, "verified", { isVerified: false });
    const links = await asked(squatter);
    const { token } = await mailTo(server, squatter.email, "verify-email");
    expect((await post("verify-email", { email: squatter.email, token })).status).toBe(200);
    const waiting = await server.api("GET", "/api/auth/change-email", { token: squatter.token });
    expect(waiting.body).toEqual({ waiting: null });
    await expectVoid(squatter, links);
  });

  it("is void when an invitation makes the account one of the staff, and a made change cannot be taken back", async () => {
    const accept = async (email: string, token: string) => {
      const invited = await server.api("POST", "/api/admin/invitations", {
        token: admin.token,
        body: { email, role: "manager" },
      });
      expect(invited.status).toBe(201);
      const link = (await mailTo(server, email, "staff-invitation")).token;
      expect((await post("accept-invitation", { token: link }, token)).body.role).toBe("manager");
    };
    const ada = await register(server, "invited");
    const links = await asked(ada);
    await accept(ada.email, ada.token);
    await expectVoid(ada, links);

    const bola = await register(server, "moved");
    const { confirm, cancel } = await asked(bola);
    expect((await post("confirm-email-change", { token: confirm })).status).toBe(200);
    const undo = (await mailTo(server, bola.email, "email-changed")).token;
    await accept(evil(bola), bola.token);
    const before = await stored(bola);
    for (const token of [undo, cancel]) expect((await post("undo-email-change", { token })).body).toEqual(BROKEN);
    expect(await stored(bola)).toEqual(before);
  });

  it("is void when an administrator gives the account a role of the staff, and stays valid when the account becomes a user's again", async () => {
    const give = async ({ id }: Registered, role: string) => {
      const answer = await server.api("PUT", `/api/users/admin/role/${id}`, { token: admin.token, body: { role } });
      expect([answer.status, answer.body.user?.role ?? answer.body.role]).toEqual([200, role]);
    };
    for (const role of ["cataloguer", "admin"]) {
      const ada = await register(server, "promoted");
      const links = await asked(ada);
      await give(ada, role);
      const waiting = await server.api("GET", "/api/auth/change-email", { token: ada.token });
      expect(waiting.body).toEqual({ waiting: null });
      await expectVoid(ada, links);
    }

    const bola = await register(server, "promoted");
    const { confirm, cancel } = await asked(bola);
    expect((await post("confirm-email-change", { token: confirm })).status).toBe(200);
    const undo = (await mailTo(server, bola.email, "email-changed")).token;
    await give(bola, "cashier");
    const before = await stored(bola);
    for (const token of [undo, cancel]) expect((await post("undo-email-change", { token })).body).toEqual(BROKEN);
    expect(await stored(bola)).toEqual(before);

    // Another role of the staff voids it too. A change that is asked for afterwards can be confirmed.
    const chidi = await register(server, "promoted");
    await give(chidi, "cashier");
    const earlier = await asked(chidi);
    await give(chidi, "manager");
    await expectVoid(chidi, earlier);
    const later = await asked(chidi);
    await give(chidi, "user");
    expect((await post("confirm-email-change", { token: later.confirm })).status).toBe(200);
  });

  it("cannot be confirmed after a suspension that was lifted, or after a log-out of the other devices", async () => {
    const suspended = await register(server, "suspended");
    const links = await asked(suspended);
    for (const [what, body] of [
      ["suspend", { reason: "Looked at by the team" }],
      ["restore", undefined],
    ] as const) {
      const path = `/api/admin/users/${suspended.id}/${what}`;
      expect((await server.api("POST", path, { token: admin.token, body })).status).toBe(200);
    }
    await expectVoid(suspended, { confirm: links.confirm });

    const ada = await register(server, "elsewhere");
    const { confirm, cancel } = await asked(ada);
    expect((await server.api("DELETE", "/api/auth/sessions", { token: ada.token })).status).toBe(200);
    await expectVoid(ada, { confirm });
    // The old address can still say that it was not them: the password is void then.
    expect((await post("undo-email-change", { token: cancel })).status).toBe(200);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(401);
  });

  it("cannot be confirmed or taken back once the account has another address than the changes gave it", async () => {
    const moved = async (person: Registered) => {
      const email = `other.${person.email}`;
      await server.query("update users set email = $2 where id = $1::text::uuid", [person.id, email]);
      return { ...person, email };
    };
    const ada = await register(server, "renamed");
    const links = await asked(ada);
    await expectVoid(await moved(ada), links);
    const bola = await register(server, "renamed");
    const { confirm, cancel } = await asked(bola);
    expect((await post("confirm-email-change", { token: confirm })).status).toBe(200);
    const undo = (await mailTo(server, bola.email, "email-changed")).token;
    const before = await stored(await moved(bola));
    for (const token of [undo, cancel]) expect((await post("undo-email-change", { token })).body).toEqual(BROKEN);
    expect(await stored(bola)).toEqual(before);
  });

  it("cannot be confirmed if an earlier version wrote it without the token version, but can be stopped", async () => {
    const ada = await register(server, "earlier");
    const { confirm, cancel } = await asked(ada);
    await server.query("update email_changes set token_version = null where user_id = $1::text::uuid", [ada.id]);
    await expectVoid(ada, { confirm });
    expect((await post("undo-email-change", { token: cancel })).status).toBe(200);
  });

  it("is confirmed for nobody, or before the Google account is linked, when both come at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const squatter = await register(server, "race", { isVerified: false });
      const { confirm } = await asked(squatter);
      const googleToken = await google.idToken(googlePerson(squatter.username, { email: squatter.email }));
      const [confirmed, linked] = await Promise.all([
        post("confirm-email-change", { token: confirm }),
        post("google", { googleToken }),
      ]);
      expect(linked.status).toBe(200);
      // Confirmed first: the account left the address, and the owner got one of their own.
      expect(linked.body.user.id === squatter.id).toBe(confirmed.status !== 200);
      expect([200, 400]).toContain(confirmed.status);
      expect(linked.body.user.email).toBe(squatter.email);
    }
  });
});
