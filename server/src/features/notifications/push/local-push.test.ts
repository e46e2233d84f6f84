// Tests the tests' own push service, so that it accepts a message only if browsers accept it.
import { createECDH } from "node:crypto";
import { expect, it } from "vitest";
import { decrypt } from "../../../../test/support/local-push.ts";

it("decrypts the example of RFC 8291, appendix A", () => {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url");
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y" +
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  const auth = Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url");
  expect(decrypt(Buffer.from(body, "base64url"), pair, auth)).toBe("When I grow up, I want to be a watermelon");
});
