// Tests `npm run remove-second-factor` in a process of its own, for a person who lost the phone and the recovery codes.
import { expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";
import { giveFactor } from "../support/e2e-factors.ts";
import { logIn, mailTo, PASSWORD, register } from "../support/e2e-mailbox.ts";
import { databaseSettings, runJara } from "../support/e2e-operator.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("an owner without phone and codes", () => {
  it("gets in with the password after the operator has removed the factor, which is recorded and mailed", async () => {
    // The program as it is built and run in earnest.
    const program = builtProgram("jara");
    const remove = (...args: string[]) =>
      runJara(["admin", "remove-second-factor", ...args], databaseSettings(server.config), { program });
    const ada = await register(server, "lost");
    await giveFactor(server, ada.id);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(401);
    expect(await remove()).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^--email is missing[\s\S]*Usage: /),
    });
    expect(await remove("--email", "nobody@people.test")).toMatchObject({
      code: 1,
      said: expect.stringMatching(/nothing was changed/),
    });
    expect(await remove("--email", ada.email.toUpperCase())).toMatchObject({
      code: 0,
      said: expect.stringMatching(/is off/),
    });
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(200);
    expect(await mailTo(server, ada.email, "second-factor")).toMatchObject({ what: "removed" });
    const actions = await server.query(
      "select action, actor_id as actor, details ->> 'by' as by from admin_actions where user_id = $1::text::uuid",
      [ada.id],
    );
    expect(actions).toEqual([{ action: "second factor removed", actor: null, by: "the command line" }]);
  });
});
