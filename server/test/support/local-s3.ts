// An S3 server in this process, in a folder of its own, with one bucket. Signatures are checked here: the package's own
// server takes any.
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
// @ts-expect-error it comes without types
import S3rver from "s3rver";
import type { S3Settings } from "../../src/config.ts";

export interface LocalS3 {
  readonly settings: S3Settings;
  close(): Promise<void>;
}

export const startLocalS3 = async (): Promise<LocalS3> => {
  const directory = mkdtempSync(path.join(tmpdir(), "jara-s3-"));
  const bucket = "media";
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const serve = server.callback() as (request: IncomingMessage, response: ServerResponse) => void;
  server.callback = () => (request: IncomingMessage, response: ServerResponse) => {
    if (isSigned(request)) return serve(request, response);
    request.resume();
    response.writeHead(403).end();
  };
  const { port } = (await server.run()) as { port: number };
  return {
    settings: {
      url: `http://127.0.0.1:${port}`,
      bucket,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      region: "us-east-1",
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const SECRET = "S3RVER";

/** Signature Version 4, as the service computes it again from what arrived. */
const isSigned = ({ method, url = "", headers }: IncomingMessage): boolean => {
  const given = /Credential=S3RVER\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, scope = "", names = "", signature = ""] = given.exec(headers.authorization ?? "") ?? [];
  const [path = "", query = ""] = url.split("?");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const request = [method, path, query, signed.join(""), names, headers["x-amz-content-sha256"]].join("\n");
  const hash = createHash("sha256").update(request).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash].join("\n");
  const sign = (key: string | Buffer, part: string): Buffer => createHmac("sha256", key).update(part).digest();
  const key = scope.split("/").reduce<string | Buffer>(sign, `AWS4${SECRET}`);
  return names.includes("host") && sign(key, text).toString("hex") === signature;
};
