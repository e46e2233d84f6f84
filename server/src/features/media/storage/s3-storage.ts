// Stores media in a bucket of an S3-compatible service, with path-style addresses and signed requests. The bucket is
// private; browsers get the files through this server.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "../../../config.ts";
import { type MediaStorage, resolveRange, StorageAway } from "./media-storage.ts";

/** How long the service may stay silent before it answers. */
const SILENCE_MS = 30_000;

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: Readable;
}

export const createS3Storage = (settings: S3Settings): MediaStorage => {
  const { bucket, accessKeyId, secretAccessKey, region } = settings;
  const base = settings.url.replace(/\/+$/, "");

  const send = async (
    method: string,
    name: string,
    { headers = {}, body }: Sent = {},
  ): Promise<http.IncomingMessage> => {
    const signer = new AwsV4Signer({
      method,
      url: `${base}/${encodeURIComponent(bucket)}/${name}`,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
    });
    const signed = await signer.sign();
    const { request } = signed.url.protocol === "https:" ? https : http;
    const outgoing = request(signed.url, { method, headers: Object.fromEntries(signed.headers), timeout: SILENCE_MS });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      outgoing.on("response", (answer) => {
        // From here on the reader may pause as long as it likes, because a browser does not read a video that nobody
        // watches.
        outgoing.setTimeout(0);
        resolve(answer);
      });
      outgoing.on("error", reject);
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
    });
    const written = body ? pipeline(body, outgoing) : outgoing.end();
    try {
      const [answer] = await Promise.all([answered, written]);
      return answer;
    } catch (error) {
      outgoing.destroy();
      throw new StorageAway("the media storage does not answer", { cause: error });
    }
  };
  const refused = (what: string, { statusCode }: http.IncomingMessage): StorageAway =>
    new StorageAway(`the media storage answered ${statusCode} to ${what}`);

  const size = async (name: string): Promise<number | null> => {
    const answer = await send("HEAD", name);
    answer.resume();
    if (answer.statusCode === 404) return null;
    if (answer.statusCode !== 200) throw refused("HEAD", answer);
    return Number(answer.headers["content-length"]);
  };

  return {
    size,
    async put(name, source, contentType) {
      const length = typeof source === "string" ? (await stat(source)).size : source.byteLength;
      const body = typeof source === "string" ? createReadStream(source) : Readable.from([Buffer.from(source)]);
      const headers = { "content-type": contentType, "content-length": String(length) };
      const answer = await send("PUT", name, { headers, body });
      answer.resume();
      if (answer.statusCode !== 200) throw refused("PUT", answer);
    },
    async get(name, range) {
      let wanted = range;
      // Services treat a range from the end differently, so compute it from the file's size.
      if (wanted && "last" in wanted) {
        const whole = await size(name);
        if (whole === null) return null;
        const part = resolveRange(wanted, whole);
        if (!part) return "unsatisfiable";
        wanted = part;
      }
      const headers = wanted ? { range: `bytes=${wanted.start}-${wanted.end ?? ""}` } : {};
      const answer = await send("GET", name, { headers });
      const length = Number(answer.headers["content-length"]);
      if (answer.statusCode === 200) return { stream: answer, size: length, start: 0, end: length - 1 };
      const [, start, end, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers["content-range"] ?? "") ?? [];
      if (answer.statusCode === 206 && whole) {
        return { stream: answer, size: Number(whole), start: Number(start), end: Number(end) };
      }
      answer.resume();
      if (answer.statusCode === 404) return null;
      if (answer.statusCode === 416) return "unsatisfiable";
      throw refused("GET", answer);
    },
    async remove(name) {
      const answer = await send("DELETE", name);
      answer.resume();
      if (answer.statusCode !== 204 && answer.statusCode !== 404) throw refused("DELETE", answer);
    },
  };
};
