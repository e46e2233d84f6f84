// Tests passkeys and two-step verification in one account: a passkey counts as two factors, so nobody can add one with
// fewer.
import { expect, it } from "vitest";
import { codeOf, giveFactor } from "../support/e2e-factors.ts";
import { logIn, PASSWORD, register } from "../support/e2e-mailbox.ts";
import { addPasskey, logInByPasskey, proveByPasskey } from "../support/e2e-passkeys.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("passkeys beside two-step verification", () => {
  const post = (path: string, token: string, body: object = {}) => server.api("POST", path, { token, body });
  const forgetProof = (id: string) =>
    server.query("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1::text::uuid", [id]);

  it("logs in with a passkey alone, while the password still needs the code", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    await giveFactor(server, ada.id);
    expect((await logIn(server, ada.email, PASSWORD)).body.code).toBe("SECOND_FACTOR_REQUIRED");
    const { status, body } = await logInByPasskey(server, passkey);
    expect([status, body.user.id]).toEqual([200, ada.id]);
    expect((await server.api("GET", "/api/auth/profile", { token: body.token })).status).toBe(200);
  });

  it("adds and removes no passkey with the password alone, but after a code or a passkey", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const { secret } = await giveFactor(server, ada.id);
    const { body } = await server.api("GET", "/api/auth/passkeys", { token: ada.token });
    const [{ _id: id }] = body.passkeys;
    await forgetProof(ada.id);
    const refusal = { status: 403, body: { code: "PROOF_REQUIRED", methods: ["code"] } };
    expect(await post("/api/auth/passkeys/options", ada.token, { password: PASSWORD })).toMatchObject(refusal);
    expect(await server.api("DELETE", `/api/auth/passkeys/${id}`, { token: ada.token })).toMatchObject(refusal);

    expect((await proveByPasskey(server, ada.token, passkey)).status).toBe(200);
    expect((await post("/api/auth/passkeys/options", ada.token)).status).toBe(200);
    await forgetProof(ada.id);
    expect((await post("/api/auth/prove", ada.token, { code: await codeOf(server, secret, 1) })).status).toBe(200);
    expect((await server.api("DELETE", `/api/auth/passkeys/${id}`, { token: ada.token })).status).toBe(200);
  });
});
