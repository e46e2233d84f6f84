// Tests usernames: which can be registered, which are refused because they look like another one, and what happens to
// older accounts.
import { refusedUsernamesAnswer } from "@jara/shared/rest/users";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkUsernames } from "../../src/features/accounts/usernames/check-usernames.ts";
import { makePerson } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("usernames", () => {
  let server: TestServer;
  let mails = 0;
  beforeAll(async () => {
    server = await startTestServer({
      because: "it checks the names of all accounts again, and lists all that are refused",
    });
  });
  afterAll(() => server?.close());

  const register = (username: string) =>
    server.api("POST", "/api/auth/register", {
      body: { username, email: `mail${++mails}@people.test`, password: "long enough" },
    });
  const taken = { code: "ALREADY_EXISTS", message: "An account with this username already exists." };

  // S289
  it("refuse names that look like another account's, in any case", async () => {
    expect((await register("modern1")).status).toBe(201);
    for (const username of ["modern1", "MODERN1", "rnodern1", "modernl", "modernI", "m0dern1"]) {
      expect([username, (await register(username)).body]).toEqual([username, taken]);
    }
    expect((await register("ТОМ")).status).toBe(201);
    expect((await register("tom")).body).toEqual(taken);
    expect((await register("adm1n")).body).toEqual(taken);
  });

  it("let one of several look-alikes win if they register at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const twins = [`tw1n-${round}`, `twln-${round}`, `twIn-${round}`, `TW1N-${round}`, `tw1n-${round}`];
      const answers = await Promise.all(twins.map(register));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    }
  });

  it("let older accounts keep their names, list these for administrators, and refuse new names that resemble them", async () => {
    const admin = await makePerson(server, "chief", { role: "admin" });
    for (const username of ["Old Name", "oldа", "older1", "olderl", "OlderI", "you", "old-fine"]) {
      await makePerson(server, username);
    }
    // As the migration leaves them.
    await server.query("update users set username_verdict = null where username_verdict = 'ok'");
    await Promise.all([1, 2, 3].map(() => checkUsernames(server.server.database)));
    const { status, body } = await server.api("GET", "/api/users/admin/refused-usernames?limit=100", {
      token: admin.token,
    });
    expect(status).toBe(200);
    expectShape(refusedUsernamesAnswer, body);
    const listed = body.users.map(({ username, reason, resembles }: Record<string, string>) => [
      username,
      reason,
      resembles,
    ]);
    expect(listed).toEqual([
      ["you", "reserved", null],
      ["OlderI", "confusable", "older1"],
      ["olderl", "confusable", "older1"],
      ["oldа", "scripts", null],
      ["Old Name", "characters", null],
    ]);
    expect(body.pagination.total).toBe(5);
    for (const username of ["older1", "0lder1", "o1d-fine", "OLD-FINE"]) {
      expect([username, (await register(username)).body]).toEqual([username, taken]);
    }
    // Nothing was renamed, and nothing is checked twice.
    const names = await server.query("select username from users where username in ('olderl', 'OlderI', 'Old Name')");
    expect(names).toHaveLength(3);
    expect(await server.query("select id from users where username_verdict is null")).toEqual([]);
  });

  it("check the accounts of an earlier version before the server answers anybody", async () => {
    expect((await register("earlier1")).status).toBe(201);
    await server.query("delete from username_skeletons");
    await server.query("update users set username_verdict = null");
    await checkUsernames(server.server.database);
    expect((await register("earlierl")).body).toEqual(taken);
  });
});
