// Makes a private key for push messages (VAPID_PRIVATE_KEY), and prints it. Needs no packages.
import { createECDH } from "node:crypto";

const pair = createECDH("prime256v1");
pair.generateKeys();
console.log(
  Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString("base64url"),
);
