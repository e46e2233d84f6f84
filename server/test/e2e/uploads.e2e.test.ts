// Tests uploads from outside, kept in a folder and in a bucket: what is accepted, what is refused and with which words,
// how it is served, and that nothing is left of failed ones. It is long, because each file starts a server for each
// storage, so one file holds one subject.
import { existsSync, readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { refusal } from "@jara/shared/errors";
import { mediaSentences, PICTURE_MAX_BYTES, VIDEO_MAX_BYTES } from "@jara/shared/media";
import { uploadAnswer } from "@jara/shared/rest/auctions";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { lot, makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { type LocalS3, startLocalS3 } from "../support/local-s3.ts";
import {
  ftyp,
  hugePng,
  jpegOf,
  moov,
  mp4,
  noise,
  PLACE,
  picture,
  recordedWebm,
  storedZip,
  webm,
} from "../support/sample-media.ts";

const variants = (url: string): string[] =>
  ["-480.avif", "-480.webp", "-960.avif", "-960.webp", ".webp"].map((end) => url.replace(/\.webp$/, end));

describe.each(["a folder", "a bucket"] as const)("uploads, kept in %s", (place) => {
  let s3: LocalS3 | null = null;
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    const shared = await sharedServer();
    if (place === "a bucket") s3 = await startLocalS3();
    server = s3 ? await startTestServer({ config: { media: { ...shared.config.media, s3: s3.settings } } }) : shared;
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    if (!server?.isShared) await server?.close();
    await s3?.close();
  });

  const sendForm = async (form: FormData, token: string | undefined = admin.token) => {
    const response = await fetch(`${server.address}/api/upload/single`, {
      method: "POST",
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: form,
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what it must be
    return { status: response.status, body: (await response.json()) as any };
  };
  const formOf = (bytes: Buffer, name = "IMG_2041.jpg", type = "image/jpeg"): FormData => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
    return form;
  };
  const upload = (bytes: Buffer, name?: string, type?: string) => sendForm(formOf(bytes, name, type));
  const uploaded = async (bytes: Buffer, name?: string): Promise<string> => {
    const { status, body } = await upload(bytes, name);
    if (status !== 201) throw new Error(`not taken: ${status} ${JSON.stringify(body)}`);
    return body.file.url;
  };
  const download = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(`${server.address}${url}`, { method, headers });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  /** The names in a folder that the first upload makes. */
  const namesIn = (...folder: string[]): string[] => {
    const whole = path.join(server.config.media.folder, ...folder);
    return existsSync(whole) ? readdirSync(whole) : [];
  };
  const incoming = () => namesIn("incoming");
  /** All that is kept, without the folder of uploads that go on. */
  const keptNames = () => namesIn().filter((name) => name !== "incoming");

  /** The server decides on a file before it stores it, so one place of storage is enough for those tests. */
  const once = place === "a folder";
  const itOnce = (title: string, run: () => Promise<void>): void => {
    if (once) it(title, run);
  };
  const describeOnce = (title: string, suite: () => void): void => {
    if (once) describe(title, suite);
  };

  describe("pictures", () => {
    // S416
    it.each(
      [
        ["JPEG", () => picture().jpeg().toBuffer()],
        ["PNG", () => picture().png().toBuffer()],
        ["WebP", () => picture().webp().toBuffer()],
        ["AVIF", () => picture().avif({ effort: 0 }).toBuffer()],
        ["GIF", () => picture().gif().toBuffer()],
        ["16-bit PNG in grey", () => picture().greyscale().toColourspace("grey16").png().toBuffer()],
        ["JPEG in CMYK", () => picture().toColourspace("cmyk").jpeg().toBuffer()],
      ].slice(0, once ? undefined : 1) as [string, () => Promise<Buffer>][],
    )("are accepted as %s, and come in every size that the client uses", async (_kind, make) => {
      const { status, body } = await upload(await make(), "Ìbàdàn – ọjà.jpg");
      expect(status).toBe(201);
      expectShape(uploadAnswer, body);
      expect(body.file).toEqual({
        url: `/media/${body.file.filename}`,
        filename: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
        originalName: "Ìbàdàn – ọjà.jpg",
        type: "image",
      });
      for (const url of variants(body.file.url)) {
        const { headers, bytes } = await download(url);
        const format = url.endsWith("avif") ? "avif" : "webp";
        expect([url, headers.get("content-type")]).toEqual([url, `image/${format}`]);
        const { width, height, format: found } = await sharp(bytes).metadata();
        const expected = url.includes("-480") ? [480, 360] : [640, 480];
        expect([url, found, width, height]).toEqual([url, format === "avif" ? "heif" : "webp", ...expected]);
      }
      expect(incoming()).toEqual([]);
    });

    itOnce("are reduced to 1200 pixels in width and 2000 in height", async () => {
      const sizeOf = async (url: string) => {
        const { width, height } = await sharp((await download(url)).bytes).metadata();
        return [width, height];
      };
      const wide = await uploaded(await picture(3000, 1500).jpeg().toBuffer());
      expect(await Promise.all(variants(wide).map(sizeOf))).toEqual([
        [480, 240],
        [480, 240],
        [960, 480],
        [960, 480],
        [1200, 600],
      ]);
      expect(await sizeOf(await uploaded(await picture(1000, 4000).png().toBuffer()))).toEqual([500, 2000]);
    });

    itOnce("are turned upright, and lose place, time and device of the recording", async () => {
      const exif = {
        IFD0: { Make: "PhoneMaker", Copyright: "Ada Obi" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 1474/100", GPSLongitudeRef: "E" },
      };
      const taken = await picture(640, 480).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
      const before = await sharp(taken).metadata();
      expect([before.orientation, before.exif?.toString("latin1")]).toEqual([6, expect.stringContaining("PhoneMaker")]);
      for (const url of variants(await uploaded(taken))) {
        const { bytes } = await download(url);
        const { exif: left, orientation, xmp, iptc, icc, width = 0, height = 0 } = await sharp(bytes).metadata();
        expect([url, left, orientation, xmp, iptc, icc]).toEqual([url, ...Array(5).fill(undefined)]);
        expect(bytes.toString("latin1")).not.toMatch(/PhoneMaker|Ada Obi|Exif/);
        expect(height).toBeGreaterThan(width);
        // Turned by a quarter: what was left is on top.
        const raw = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const at = (y: number) => [
          ...raw.data.subarray((y * raw.info.width + 9) * 3, (y * raw.info.width + 9) * 3 + 3),
        ];
        const [red, , blueOfTop] = at(9);
        const [redOfBottom, , blue] = at(raw.info.height - 9);
        expect([url, (red ?? 0) > (blueOfTop ?? 0), (blue ?? 0) > (redOfBottom ?? 0)]).toEqual([url, true, true]);
      }
    });

    itOnce("keep their transparency", async () => {
      const drawn = await sharp({
        create: { width: 90, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
      })
        .png()
        .toBuffer();
      for (const url of variants(await uploaded(drawn))) {
        const { data } = await sharp((await download(url)).bytes)
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect([url, data[3]]).toEqual([url, 0]);
      }
    });

    itOnce("lose a page or an archive behind them, whatever their name is", async () => {
      const plain = await picture().jpeg().toBuffer();
      const polyglot = Buffer.concat([plain, storedZip, Buffer.from("<script>alert(1)</script>")]);
      const { body } = await upload(polyglot, "page.html", "text/html");
      for (const url of variants(body.file.url)) {
        const { headers, bytes } = await download(url);
        expect(headers.get("content-type")).toMatch(/^image\//);
        expect(bytes.toString("latin1")).not.toMatch(/<script|a\.txt/);
      }
    });

    itOnce("are reduced to the first frame of an animation", async () => {
      const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 0xff), Buffer.alloc(40 * 40 * 3, 0)]);
      const moving = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
        .gif({ delay: [100, 100] })
        .toBuffer();
      const { bytes } = await download(await uploaded(moving));
      const { pages, height } = await sharp(bytes).metadata();
      expect([pages ?? 1, height]).toEqual([1, 40]);
      expect((await sharp(bytes).stats()).channels[0]?.min).toBeGreaterThan(200);
    });

    itOnce("are accepted up to 15 MB, and not a byte above", async () => {
      expect((await upload(await jpegOf(PICTURE_MAX_BYTES))).status).toBe(201);
      const { status, body } = await upload(await jpegOf(PICTURE_MAX_BYTES + 1));
      expect([status, body.message]).toEqual([413, mediaSentences.pictureTooLarge]);
    });
  });

  describe("videos", () => {
    it.each([
      ["mp4", mp4()],
      ["webm", webm()],
      ["webm", recordedWebm()],
    ])("are accepted as %s, whatever their name is", async (extension, bytes) => {
      const { status, body } = await upload(bytes, "C:\\fakepath\\film.txt", "text/plain");
      expect([status, body.file]).toEqual([
        201,
        {
          url: `/media/${body.file?.filename}`,
          filename: expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${extension}$`)),
          originalName: "film.txt",
          type: "video",
        },
      ]);
      const found = await download(body.file.url);
      expect(found.headers.get("content-type")).toBe(`video/${extension}`);
      expect(found.bytes).toHaveLength(bytes.length);
      expect(found.bytes.toString("latin1")).not.toContain(PLACE);
    });

    it("may be larger than pictures", async () => {
      const bytes = mp4(Buffer.alloc(PICTURE_MAX_BYTES + 1, 7));
      const { headers } = await download(await uploaded(bytes), {}, "HEAD");
      expect(headers.get("content-length")).toBe(String(bytes.length));
    });
  });

  describeOnce("an upload is refused", () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const html = "<!doctype html><script>alert(1)</script>";
    const heic = Buffer.concat([Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1"), noise(5000)]);
    const quickTime = Buffer.concat([Buffer.from("\0\0\0\u0014ftypqt  \0\0\0\0qt  ", "latin1"), moov()]);
    const other = mediaSentences.notAccepted;
    const damagedPicture = "This picture is damaged or incomplete and cannot be read.";

    it.each<[string, Buffer | (() => Promise<Buffer>), string, number, string | RegExp]>([
      ["an SVG called .jpg", Buffer.from(svg), "photo.jpg", 415, other],
      ["an SVG with its XML line", Buffer.from(`<?xml version="1.0"?>${svg}`), "photo.svg", 415, other],
      ["a page called .png", Buffer.from(html), "photo.png", 415, other],
      ["a script", Buffer.from("#!/bin/sh\nrm -rf /\n"), "photo.webp", 415, other],
      ["an archive", storedZip, "photos.zip", 415, other],
      ["a PDF", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\n"), "receipt.pdf", 415, other],
      ["a program", Buffer.concat([Buffer.from("MZ\u0090\0", "latin1"), noise(3000)]), "photo.exe", 415, other],
      ["a program for Linux", Buffer.concat([Buffer.from("\u007fELF", "latin1"), noise(3000)]), "photo", 415, other],
      ["a TIFF", () => picture().tiff().toBuffer(), "photo.tiff", 415, other],
      ["sound", Buffer.concat([Buffer.from("ID3\u0004\0\0\0\0\0\0", "latin1"), noise(9000)]), "song.mp3", 415, other],
      ["noise", noise(9000), "photo.jpg", 415, other],
      ["a single byte", Buffer.from("x"), "photo.jpg", 415, other],
      ["no bytes", Buffer.alloc(0), "photo.jpg", 400, "The file is empty."],
      ["a QuickTime video", quickTime, "film.mov", 415, /QuickTime.*MP4/],
      ["a HEIC picture that cannot be read", heic, "photo.heic", 415, /HEIC.*Most Compatible.*JPEG/],
      ["half a JPEG", async () => (await picture().jpeg().toBuffer()).subarray(0, 1500), "a.jpg", 415, damagedPicture],
      [
        "half a PNG",
        async () =>
          (
            await sharp(noise(30_000), { raw: { width: 100, height: 100, channels: 3 } })
              .png()
              .toBuffer()
          ).subarray(0, 15_000),
        "a.png",
        415,
        damagedPicture,
      ],
      [
        "a JPEG's first bytes and noise",
        Buffer.concat([Buffer.from("ffd8ffe0", "hex"), noise(9000)]),
        "a.jpg",
        415,
        damagedPicture,
      ],
      ["half a video", mp4().subarray(0, 3000), "a.mp4", 415, /^This video is damaged/],
      ["a video with an archive behind it", Buffer.concat([mp4(), storedZip]), "a.mp4", 415, /^This video is/],
      ["a video that is a page", Buffer.concat([ftyp, Buffer.from(html)]), "a.mp4", 415, /^This video is/],
      ["a PNG of 64 megapixels in a few kilobytes", () => hugePng(8_000), "a.png", 413, mediaSentences.tooManyPixels],
      ["20 MB of noise", noise(20_000_000), "a.jpg", 415, other],
      ["a JPEG of 20 MB", () => jpegOf(20_000_000), "a.jpg", 413, mediaSentences.pictureTooLarge],
    ])("if it is %s", async (_what, given, name, status, message) => {
      const bytes = typeof given === "function" ? await given() : given;
      const kept = keptNames();
      const answer = await upload(bytes, name);
      const words = typeof message === "string" ? message : expect.stringMatching(message);
      expect([answer.status, answer.body]).toEqual([
        status,
        {
          code: { 400: "INVALID", 413: "PAYLOAD_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE" }[status],
          message: words,
          ...(status === 400 && { issues: [{ path: "", message: words }] }),
        },
      ]);
      expect(incoming()).toEqual([]);
      expect(keptNames()).toEqual(kept);
    });

    it("if it is a video above 100 MB, whether its length was declared or not", async () => {
      const kept = keptNames();
      const start = Buffer.concat([ftyp, moov(), Buffer.from("\0\0\0\0mdat", "latin1")]);
      const said = await upload(Buffer.concat([start, Buffer.alloc(VIDEO_MAX_BYTES)]), "film.mp4", "video/mp4");
      expect([said.status, said.body.message]).toEqual([413, mediaSentences.videoTooLarge]);
      const unsaid = await sendInParts(start, 101);
      expect([unsaid.status, JSON.parse(unsaid.text).message]).toEqual([413, mediaSentences.videoTooLarge]);
      expect(incoming()).toEqual([]);
      expect(keptNames()).toEqual(kept);
    });

    it("unread if its declared length is far above the limit", async () => {
      const far = { "content-length": String(5 * VIDEO_MAX_BYTES) };
      const { status, text, connection } = await sendInParts(ftyp, 0, far);
      expect([status, JSON.parse(text).message]).toEqual([413, expect.stringContaining("at most 100 MB")]);
      const asVisitor = await sendInParts(ftyp, 0, { ...far, authorization: "" });
      expect([asVisitor.status, connection, asVisitor.connection]).toEqual([401, "close", "close"]);
    });

    const field = (name: string, value: string | Blob) => {
      const form = new FormData();
      form.append(name, value as string);
      return form;
    };
    it.each<[string, () => FormData]>([
      ["no file", () => new FormData()],
      ["text where the file belongs", () => field("file", "text")],
      ["another field", () => field("photo", new Blob(["x"]))],
      ["a field's name of objects", () => field("__proto__", new Blob(["x"]))],
    ])("if it is a form with %s", async (_what, form) => {
      const { status, body } = await sendForm(form());
      expect([status, body.code, body.message]).toEqual([400, "INVALID", expect.stringContaining("one file")]);
    });

    it("if the form has two files, or more fields than the file", async () => {
      const bytes = await picture().jpeg().toBuffer();
      const two = formOf(bytes);
      two.append("file", new Blob([new Uint8Array(bytes)]), "b.jpg");
      const more = formOf(bytes);
      more.append("folder", "../..");
      for (const form of [two, more]) {
        const { status, body } = await sendForm(form);
        expect([status, body.code]).toEqual([400, "INVALID"]);
      }
      expect(incoming()).toEqual([]);
    });

    it.each([
      ["JSON", "application/json", "{}", 415],
      ["bytes without a form", "image/jpeg", "x", 415],
      ["a form without its boundary", "multipart/form-data", "x", 400],
      [
        "a form that breaks off",
        "multipart/form-data; boundary=b",
        '--b\r\ncontent-disposition: form-data; name="file"',
        400,
      ],
      ["no form at all", "multipart/form-data; boundary=b", "nothing", 400],
    ])("if it is %s", async (_what, type, raw, status) => {
      const call = { token: admin.token, raw, headers: { "content-type": type } };
      const answer = await server.api("POST", "/api/upload/single", call);
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining("one file")]);
    });
  });

  /** A form by hand, of unsaid length unless the headers say it: the file's start and so many megabytes of zeros. */
  const sendInParts = (start: Buffer, megabytes: number, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; text: string; connection: string | undefined }>((resolve, reject) => {
      const request = openUpload(headers, (response) => {
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => {
          resolve({ status: response.statusCode, text, connection: response.headers.connection });
          request.destroy();
        });
      });
      request.on("error", reject);
      request.write(start);
      for (let n = 0; n < megabytes; n++) request.write(Buffer.alloc(1024 * 1024));
      if (!headers["content-length"]) request.end("\r\n--b--\r\n");
    });
  const openUpload = (headers: Record<string, string>, answered?: (response: http.IncomingMessage) => void) => {
    const { hostname, port } = new URL(server.address);
    const request = http.request(
      {
        hostname,
        port,
        path: "/api/upload/single",
        method: "POST",
        agent: false,
        headers: {
          authorization: `Bearer ${admin.token}`,
          "content-type": "multipart/form-data; boundary=b",
          ...headers,
        },
      },
      answered,
    );
    request.write(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\ncontent-type: video/mp4\r\n\r\n',
    );
    return request;
  };

  it("an interrupted upload leaves nothing behind", async () => {
    const kept = keptNames();
    const request = openUpload({});
    request.on("error", () => {});
    request.write(mp4(noise(300_000)));
    await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 45_000 });
    request.destroy();
    await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 45_000 });
    expect(keptNames().sort()).toEqual(kept.sort());
    expect((await upload(await picture().jpeg().toBuffer())).status).toBe(201);
  });

  it("simultaneous uploads each get their own name and content", async () => {
    const colours = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff"];
    const urls = await Promise.all(
      colours.map(async (background) =>
        uploaded(
          await sharp({ create: { width: 60, height: 40, channels: 3, background } })
            .png()
            .toBuffer(),
          "same.png",
        ),
      ),
    );
    expect(new Set(urls).size).toBe(colours.length);
    for (const [index, url] of urls.entries()) {
      const { dominant } = await sharp((await download(url)).bytes).stats();
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colours[index]?.slice(at, at + 2) ?? "", 16) > 127);
      expect([url, dominant.r > 127, dominant.g > 127, dominant.b > 127]).toEqual([url, r, g, b]);
    }
  });

  describe("the answer with a file", () => {
    let url = "";
    let bytes: Buffer = Buffer.alloc(0);
    beforeAll(async () => {
      bytes = mp4(noise(10_000));
      url = await uploaded(bytes);
      bytes = (await download(url)).bytes;
    });

    it("names its type, may be cached without limit, and runs nothing", async () => {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, bytes: found } = await download(url, {}, method);
        expect([method, status, found.length]).toEqual([method, 200, method === "HEAD" ? 0 : bytes.length]);
        expect(Object.fromEntries(headers)).toMatchObject({
          "content-type": "video/mp4",
          "content-length": String(bytes.length),
          "accept-ranges": "bytes",
          "cache-control": "public, max-age=31536000, immutable",
          "content-disposition": "inline",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "cross-origin",
          "content-security-policy": expect.stringMatching(/^default-src 'none';.* sandbox$/),
          etag: expect.stringMatching(/^"[^"]+"$/),
        });
      }
    });

    it("is 304 to a client that has the file", async () => {
      const etag = (await download(url)).headers.get("etag") ?? "";
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const { status, bytes: found } = await download(url, { "if-none-match": header });
        expect([header, status, found.length]).toEqual([header, 304, 0]);
      }
      expect((await download(url, { "if-none-match": '"other"' })).status).toBe(200);
    });

    it.each([
      ["bytes=0-1", 0, 2],
      ["bytes=100-199", 100, 200],
      ["bytes=10000-", 10_000, null],
      ["bytes=0-", 0, null],
      ["bytes=-50", -50, null],
      ["bytes=5000-99999999", 5000, null],
    ])("is the requested part: %s", async (range, start, end) => {
      const { status, headers, bytes: found } = await download(url, { range });
      expect(status).toBe(206);
      expect(found.equals(bytes.subarray(start, end ?? undefined))).toBe(true);
      const first = start < 0 ? bytes.length + start : start;
      expect(headers.get("content-range")).toBe(`bytes ${first}-${first + found.length - 1}/${bytes.length}`);
      expect(headers.get("content-length")).toBe(String(found.length));
    });

    it("reports a part that does not exist", async () => {
      for (const range of [`bytes=${bytes.length}-`, "bytes=99999999-", "bytes=-0"]) {
        const { status, headers, bytes: body } = await download(url, { range });
        expect([range, status]).toEqual([range, 416]);
        expect(headers.get("content-range")).toBe(`bytes */${bytes.length}`);
        expect(JSON.parse(body.toString())).toEqual(refusal("INVALID", { message: "The file has no such range." }));
      }
    });

    it("is the whole file if the range is not understood", async () => {
      for (const range of ["bytes=0-1,5-6", "lines=1-2", "bytes=9-3", "bytes=-", "bytes=a-b", "bytes 0-1"]) {
        const { status, bytes: found } = await download(url, { range });
        expect([range, status, found.length]).toEqual([range, 200, bytes.length]);
      }
    });

    it.each([
      "0".repeat(32),
      `${"0".repeat(32)}.webp`,
      `${"0".repeat(32)}.mp4`,
      `${"0".repeat(32)}.html`,
      "incoming",
      "..%2f..%2fpackage.json",
      "%252e%252e",
      "..%5cjwt-secret",
      "a%00b",
      ".",
      "x".repeat(65),
    ])("does not exist for other paths under /media: %s", async (name) => {
      const { status, body } = await server.api("GET", `/media/${name}`);
      expect([status, body.code]).toEqual([
        name === "x".repeat(65) ? 400 : 404,
        name.length > 64 ? "INVALID" : "NOT_FOUND",
      ]);
    });
  });

  describeOnce("an auction's media", () => {
    const create = (media: unknown) =>
      server.api("POST", "/api/auctions", { token: admin.token, body: { ...lot(), media } });

    it("is an uploaded file, or an address on another host", async () => {
      const first = (await upload(await picture().jpeg().toBuffer())).body.file;
      const second = (await upload(mp4(), "film.mp4")).body.file;
      const elsewhere = { url: "https://cdn.test/drum.jpg", type: "image" };
      const { status, body } = await create([second, first, elsewhere]);
      expect([status, body.auction?.media]).toEqual([201, [second, first, elsewhere]]);
      expect(body.auction.imageUrl).toBe(first.url);
    });

    it("must exist, and have the declared type", async () => {
      const { url } = (await upload(await picture().jpeg().toBuffer())).body.file;
      const film = (await upload(mp4())).body.file.url;
      const auctionId = (await create([{ url, type: "image" }])).body.auction._id;
      for (const media of [
        { url: `/media/${"0".repeat(32)}.webp`, type: "image" },
        { url: url.replace(".webp", "-480.webp"), type: "image" },
        { url: url.replace(".webp", ".jpg"), type: "image" },
        { url, type: "video" },
        { url: film, type: "image" },
        { url: "/media/demo/no-such-picture.webp", type: "image" },
        { url: "/media/../jwt-secret", type: "image" },
        { url: "/api/auth/google", type: "image" },
        { url: "http://cdn.test/drum.jpg", type: "image" },
        { url: "//cdn.test/drum.jpg", type: "image" },
        { url: "javascript:alert(1)", type: "image" },
        { url: "data:image/png;base64,AAAA", type: "image" },
        { url: "https://ada:secret@cdn.test/drum.jpg", type: "image" },
        { url: "https://", type: "image" },
        { url: "drum.jpg", type: "image" },
      ]) {
        const { status, body } = await create([{ url, type: "image" }, media]);
        expect([media, status, body.code]).toEqual([media, 400, "INVALID"]);
        expect(body.issues).toEqual([{ path: "media.1.url", message: expect.any(String) }]);
        expect(body.message).toMatch(/^Some of the media cannot be used: .+\.$/);
        const edit = { token: admin.token, body: { media: [media] } };
        const edited = await server.api("PUT", `/api/auctions/${auctionId}`, edit);
        expect([media, edited.status, edited.body.issues?.[0].path]).toEqual([media, 400, "media.0.url"]);
      }
    });
  });
});

it("an upload answers that the client should try again if the bucket does not answer, and so does a picture", async () => {
  const settings = { url: "http://127.0.0.1:9", bucket: "media", accessKeyId: "a", secretAccessKey: "b", region: "r" };
  const { media } = (await sharedServer()).config;
  const away = await startTestServer({ config: { media: { ...media, s3: settings } } });
  const admin = await makePerson(away, "admin", { role: "admin" });
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await picture().jpeg().toBuffer())]), "a.jpg");
  const response = await fetch(`${away.address}/api/upload/single`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  expect([response.status, await response.json()]).toEqual([
    503,
    { code: "UNAVAILABLE", message: "The file could not be stored. Please try again." },
  ]);
  expect(readdirSync(path.join(away.config.media.folder, "incoming"))).toEqual([]);
  const shown = await away.api("GET", `/media/${"0".repeat(32)}.webp`);
  expect([shown.status, shown.body.code]).toEqual([503, "UNAVAILABLE"]);
  await away.close();
});

it.each(["demo", "none"] as const)("the demo's pictures are served beside uploads with SEED=%s", async (seed) => {
  // A demo that an earlier start made keeps its pictures.
  const server = seed === "none" ? await sharedServer() : await startTestServer({ config: { seed } });
  const [file = ""] = readdirSync(path.join(projectRoot, "server/demo/pictures")).filter((name) =>
    /-1\.webp$/.test(name),
  );
  const shown = await server.api("GET", `/media/demo/${file}`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const admin = await makePerson(server, "admin", { role: "admin" });
  const media = [{ url: `/media/demo/${file}`, type: "image" }];
  const { status } = await server.api("POST", "/api/auctions", { token: admin.token, body: { ...lot(), media } });
  expect(status).toBe(201);
  if (!server.isShared) await server.close();
});
