// Tests attacks on passkeys, each once, and over two servers where there can be two. `npm run test:long` repeats them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { attackPasskey, passkeyAttacks } from "../support/passkey-attacks.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describeEndToEnd("attacks on passkeys", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  it("lets the truth through, so that a refusal below is one of the attack", async () => {
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
    expect((await attackPasskey([server], attack)).bad).toEqual([]);
  });
});

describe.skipIf(!canHaveNodes())("attacks on passkeys over two servers", () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(() => nodes?.close());

  it.each(passkeyAttacks)("refuse: $what", async (attack) => {
    expect((await attackPasskey(nodes.servers, attack)).bad).toEqual([]);
  });
});
