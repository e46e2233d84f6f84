// Tests attacks on passkeys, each once, and over two servers where there can be two. `npm run test:long` repeats them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { register } from "../support/e2e-mailbox.ts";
import {
  addPasskey,
  authenticator,
  logInByPasskey,
  passkeyOptions,
  proveByPasskey,
  sendNewPasskey,
} from "../support/e2e-passkeys.ts";
import { sharedServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { attackPasskey, passkeyAttacks } from "../support/passkey-attacks.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describeEndToEnd("attacks on passkeys", () => {
  let servers: readonly TestServer[] = [];
  let nodes: TwoNodes | null = null;
  beforeAll(async () => {
    // Over two servers where there is Redis.
    nodes = canHaveNodes() ? await startTwoNodes() : null;
    servers = nodes?.servers ?? [await sharedServer()];
  });
  afterAll(() => nodes?.close());

  it("lets the truth through, so that a refusal below is one of the attack", async () => {
    const [server] = servers;
    if (!server) throw new Error("no server");
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const { credential } = authenticator.create(await passkeyOptions(server, "", ada.token));
    const answers = [
      await logInByPasskey(server, passkey),
      await proveByPasskey(server, ada.token, passkey),
      await sendNewPasskey(server, ada.token, credential),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
  });

  it.each(passkeyAttacks)("refuses: $what", async (attack) => {
    expect((await attackPasskey(servers, attack)).bad).toEqual([]);
  });
});
