// Tests uploads of hostile files, names and forms, as administrators (or thieves of their session) would send them: a
// refused upload leaves nothing, and an accepted one is served as a picture or video and nothing else. It is long
// because it checks all parts of each answer and of the storage.
import { existsSync, readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { PICTURE_MAX_BYTES } from "@jara/shared/media";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { HARM, hostileFiles, hostileNames } from "../support/hostile-media.ts";
import { mp4, picture } from "../support/sample-media.ts";

let server: TestServer;
let admin: Person;
let good: Buffer;
beforeAll(async () => {
  // With the demo's pictures: they are served by other code.
  server = await startTestServer({ config: { seed: "demo" } });
  admin = await makePerson(server, "admin", { role: "admin" });
  good = await picture(64, 48).jpeg().toBuffer();
});
afterAll(() => server?.close());

const kept = (): string[] => {
  const { folder } = server.config.media;
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== "incoming") : [];
};
const incoming = (): string[] => {
  const folder = path.join(server.config.media.folder, "incoming");
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** As it is written, byte by byte: no library repairs the form. */
const post = (body: Buffer, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.address);
    const request = http.request(
      {
        hostname,
        port,
        method: "POST",
        path: "/api/upload/single",
        agent: false,
        headers: {
          authorization: `Bearer ${admin.token}`,
          "content-type": "multipart/form-data; boundary=b",
          "content-length": body.length,
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on("error", reject);
    request.end(body);
  });
const part = (
  bytes: Buffer | string,
  { name = "a.jpg", type = "image/jpeg", field = "file", more = "" } = {},
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n${more}\r\n`,
    ),
    Buffer.from(bytes as Buffer),
    Buffer.from("\r\n"),
  ]);
const END = Buffer.from("--b--\r\n");
const form = (bytes: Buffer | string, options?: Parameters<typeof part>[1]): Buffer =>
  Buffer.concat([part(bytes, options), END]);

const codes: Record<number, string> = { 400: "INVALID", 413: "PAYLOAD_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE" };
/** Null where it was refused as it should be: with a code and a sentence, and nothing left of it. */
const refusedBadly = (before: readonly string[], { status, text }: { status: number; text: string }): string | null => {
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  if (!codes[status] || codes[status] !== code || !/\w \w/.test(message ?? "")) return `refused with ${status} ${text}`;
  if (kept().sort().join() !== [...before].sort().join()) return "refused, and kept";
  return incoming().length > 0 ? "refused, and left unfinished" : null;
};
/** Null where what was taken is served as what it is, under a name of ours, without the harm. */
const servedBadly = async (before: readonly string[], text: string): Promise<string | null> => {
  const { file } = JSON.parse(text) as { file: { url: string; filename: string; originalName: string; type: string } };
  const added = kept().filter((name) => !before.includes(name));
  const odd = added.find((name) => !/^[0-9a-f]{32}(-480|-960)?\.(webp|avif|mp4|webm)$/.test(name));
  if (odd !== undefined || !added.includes(file.filename)) return `kept as ${odd ?? "nothing"}`;
  if (/[/\\\p{Cc}\p{Cf}\ud800-\udfff]/u.test(file.originalName) || file.originalName.length > 200)
    return `called ${file.originalName}`;
  for (const name of added) {
    const response = await fetch(`${server.address}/media/${name}`, { headers: { accept: "text/html" } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const expected = `${/mp4|webm/.test(name) ? "video" : "image"}/${name.split(".").at(-1)}`;
    const policy = response.headers.get("content-security-policy") ?? "";
    if (response.headers.get("content-type") !== expected)
      return `${name} is served as ${response.headers.get("content-type")}`;
    if (response.headers.get("x-content-type-options") !== "nosniff") return `${name} may be sniffed`;
    if (!/default-src 'none'.*sandbox/.test(policy) || /script-src|allow-scripts/.test(policy))
      return `${name} has the policy ${policy}`;
    if (bytes.includes(HARM) || bytes.includes("<?php") || bytes.includes("%PDF"))
      return `${name} still holds the harm`;
    if (expected.startsWith("image/")) {
      const { exif, xmp, icc, pages, width = 0 } = await sharp(bytes).metadata();
      if (exif || xmp || icc || (pages ?? 1) > 1 || width > 1200) return `${name} is no plain picture`;
    }
  }
  return incoming().length > 0 ? "taken, and left unfinished" : null;
};

it("the server refuses a hostile file, or keeps nothing of it but the picture", async () => {
  const bad: string[] = [];
  for (const { what, make, becomes } of hostileFiles) {
    const bytes = await make();
    expect([what, bytes.length < PICTURE_MAX_BYTES]).toEqual([what, true]);
    const before = kept();
    const answer = await post(form(bytes));
    const isTaken = answer.status === 201;
    if (becomes !== "either" && isTaken !== (becomes === "clean")) bad.push(`${what}: ${answer.status} ${answer.text}`);
    const wrong = isTaken ? await servedBadly(before, answer.text) : refusedBadly(before, answer);
    if (wrong) bad.push(`${what}: ${wrong}`);
  }
  process.stdout.write(`  hostile files: ${hostileFiles.length} tried, ${bad.length} bad\n`);
  expect(bad).toEqual([]);
}, 240_000);

it("the server never uses a file's name or declared type as a path or a type", async () => {
  const bad: string[] = [];
  const types = [
    "image/jpeg",
    "text/html",
    "image/svg+xml",
    "application/javascript",
    "",
    "x",
    "multipart/mixed; boundary=c",
  ];
  let tried = 0;
  for (const [n, name] of hostileNames.entries()) {
    tried += 1;
    const before = kept();
    const answer = await post(form(good, { name: name.replaceAll('"', '\\"'), type: types[n % types.length] ?? "" }));
    const isTaken = answer.status === 201;
    const wrong = isTaken ? await servedBadly(before, answer.text) : refusedBadly(before, answer);
    if (wrong) bad.push(`${name.slice(0, 60)}: ${wrong}`);
  }
  const extended = [
    "filename*=UTF-8''..%2f..%2fx.html",
    "filename*=UTF-16''%00%3c",
    "filename=x.html; filename=y.jpg",
    "filename*0=../; filename*1=x",
  ];
  for (const written of extended) {
    tried += 1;
    const before = kept();
    const head = `--b\r\nContent-Disposition: form-data; name="file"; ${written}\r\nContent-Type: image/jpeg\r\n\r\n`;
    const answer = await post(Buffer.concat([Buffer.from(head), good, Buffer.from("\r\n"), END]));
    const wrong = answer.status === 201 ? await servedBadly(before, answer.text) : refusedBadly(before, answer);
    if (wrong) bad.push(`${written}: ${wrong}`);
  }
  process.stdout.write(`  hostile file names and types: ${tried} tried, ${bad.length} bad\n`);
  expect(bad).toEqual([]);
});

it("the server refuses a hostile form, and continues", async () => {
  const film = mp4();
  const forms: [string, Buffer, Record<string, string>?][] = [
    [
      "10,000 fields",
      Buffer.concat([
        ...Array.from({ length: 10_000 }, (_, n) =>
          Buffer.from(`--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nx\r\n`),
        ),
        form(good),
      ]),
    ],
    ["10,000 files", Buffer.concat([...Array.from({ length: 10_000 }, () => part("x")), END])],
    [
      "a field of a megabyte",
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n${"x".repeat(1024 * 1024)}\r\n`),
        END,
      ]),
    ],
    ["a field's name of a megabyte", form(good, { field: "x".repeat(1024 * 1024) })],
    ["a part with a megabyte of head", form(good, { more: `X-Y: ${"z".repeat(1024 * 1024)}\r\n` })],
    ["a part with 10,000 lines of head", form(good, { more: "X-Y: z\r\n".repeat(10_000) })],
    [
      "a part without a name",
      Buffer.concat([Buffer.from("--b\r\nContent-Disposition: form-data\r\n\r\n"), good, Buffer.from("\r\n"), END]),
    ],
    ["a part without a head", Buffer.concat([Buffer.from("--b\r\n\r\n"), good, Buffer.from("\r\n"), END])],
    ["no end", part(good)],
    ["no end, within its head", Buffer.from("--b\r\nContent-Disposition: form-data; name=")],
    ["another form within", form(form(good), { type: "multipart/mixed; boundary=b" })],
    [
      "lines that end as nobody ends them",
      Buffer.from(form(good).toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
    ],
    ["the file twice", Buffer.concat([part(good), part(good), END])],
    ["a good file, then a bad one", Buffer.concat([part(film), part("<svg/>"), END])],
    [
      "a field that names a path",
      Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="path"\r\n\r\n../../x\r\n'), form(good)]),
    ],
    ["a field called __proto__", form(good, { field: "__proto__" })],
    ["a field called constructor", form(good, { field: "constructor" })],
    ["a field called file[]", form(good, { field: "file[]" })],
    ["nothing", Buffer.alloc(0)],
    ["only its end", END],
    ["an empty boundary", form(good), { "content-type": "multipart/form-data; boundary=" }],
    [
      "a boundary of 5,000 letters",
      form(good),
      { "content-type": `multipart/form-data; boundary=${"x".repeat(5_000)}` },
    ],
    ["a boundary of signs", form(good), { "content-type": 'multipart/form-data; boundary="(.*)+$"' }],
    ["two boundaries", form(good), { "content-type": "multipart/form-data; boundary=c; boundary=b" }],
    ["another type of form", form(good), { "content-type": "multipart/related; boundary=b" }],
    ["a packed body", form(good), { "content-encoding": "gzip" }],
    ["base64", form(good.toString("base64"), { more: "Content-Transfer-Encoding: base64\r\n" })],
  ];
  const bad: string[] = [];
  for (const [what, body, headers] of forms) {
    const before = kept();
    // Refused before all of it was read: the connection may break under what is still on its way.
    const answer = await post(body, headers).catch((error: { code?: string }) => ({
      status: 0,
      text: String(error.code),
    }));
    const isClosed = answer.status === 0 && /EPIPE|ECONNRESET/.test(answer.text) && kept().length === before.length;
    const wrong =
      answer.status === 201 ? await servedBadly(before, answer.text) : isClosed ? null : refusedBadly(before, answer);
    if (wrong) bad.push(`${what}: ${wrong}`);
  }
  process.stdout.write(`  hostile forms: ${forms.length} tried, ${bad.length} bad\n`);
  expect(bad).toEqual([]);
  expect((await post(form(good))).status).toBe(201);
});

/** The path as it is, which `fetch` would tidy. */
const rawGet = (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; type: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.address);
    const request = http.get({ hostname, port, path, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("latin1");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text, type: String(response.headers["content-type"]) }),
      );
    });
    request.on("error", reject);
  });

it("the server serves only files of the site, the demo and uploads, however they are requested", async () => {
  const { filename } = JSON.parse((await post(form(good))).text).file;
  const climbs = [
    "..",
    "%2e%2e",
    "%2E%2e",
    "..%2f..",
    "..%5c..",
    "%252e%252e",
    "....",
    ".%00.",
    "..;",
    "%c0%ae%c0%ae",
    "%u002e%u002e",
  ];
  const roots = ["/media", "/media/demo", "", "/assets", "/docs/static", "/api/../media"];
  const files = [
    "package.json",
    "server/package.json",
    "etc/passwd",
    "jwt-secret",
    "incoming/x",
    ".git/config",
    ".env",
    "PG_VERSION",
  ];
  const bad: string[] = [];
  let tried = 0;
  for (const root of roots) {
    for (const climb of climbs) {
      for (const file of files) {
        for (const depth of [1, 3]) {
          tried += 1;
          const asked = `${root}/${Array(depth).fill(climb).join("/")}/${file}`;
          const { status, text } = await rawGet(asked);
          if (status >= 500 || /"name": ?"|root:|^\[core\]|^1\d$|_SECRET/m.test(text))
            bad.push(`${asked}: ${status} ${text.slice(0, 80)}`);
        }
      }
    }
  }
  for (const asked of [
    `/media/${filename}/`,
    `/media//${filename}`,
    `/media/${filename}.html`,
    `/media/${filename}%00.html`,
    `/MEDIA/${filename}`,
    `/media/${filename};.html`,
  ]) {
    tried += 1;
    const { status, type } = await rawGet(asked, { accept: "text/html" });
    if (status === 200 && !/html/.test(type)) bad.push(`${asked}: ${status} ${type}`);
  }
  const ranges = [
    `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-${n}`).join(",")}`,
    "bytes=0-18446744073709551616",
    "bytes=-18446744073709551616",
    "bytes=9999999999999999999999-",
    "bytes=0-0,-1",
    "bytes=1e3-",
    "bytes=--1",
    "bytes=\t0-1",
  ];
  for (const range of ranges) {
    tried += 1;
    const { status, text } = await rawGet(`/media/${filename}`, { range });
    if (![200, 206, 416].includes(status) || text.length > 100_000)
      bad.push(`${range.slice(0, 40)}: ${status}, ${text.length} bytes`);
  }
  process.stdout.write(`  paths and ranges that mean harm: ${tried} tried, ${bad.length} bad\n`);
  expect(bad).toEqual([]);
});
