// Checks which MP4 and WebM files are accepted, and what is blanked in them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { houseFile } from "../../../test/support/house-files.ts";
import {
  attachment,
  box,
  dataReference,
  ebmlHeader,
  element,
  emptyZip,
  ftyp,
  moov,
  mp4,
  noise,
  PLACE,
  recordedWebm,
  storedZip,
  tracks,
  webm,
} from "../../../test/support/sample-media.ts";
import { RefusedFile } from "./refused-file.ts";
import type { VideoKind } from "./sniff.ts";
import { cleanVideo } from "./videos.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-videos-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clean = async (bytes: Buffer, kind: VideoKind): Promise<Buffer> => {
  const file = path.join(folder, "video");
  writeFileSync(file, bytes);
  await cleanVideo(file, kind);
  return readFileSync(file);
};

const frames = noise(3000);
const wide = Buffer.alloc(16);
wide.writeUInt32BE(1, 0);
wide.write("mdat", 4);
wide.writeBigUInt64BE(BigInt(16 + frames.length), 8);
const toTheEnd = Buffer.concat([Buffer.from("\0\0\0\0mdat", "latin1"), frames]);

describe("an MP4", () => {
  it.each([
    ["as phones write it", mp4()],
    ["with its index last", Buffer.concat([ftyp, box("mdat", frames), moov()])],
    ["with a size of 64 bits", Buffer.concat([ftyp, moov(), wide, frames])],
    ["whose frames reach to the end", Buffer.concat([ftyp, moov(), toTheEnd])],
    ["in fragments", Buffer.concat([ftyp, moov(), box("moof", noise(50)), box("mdat", frames)])],
  ])("is accepted: %s", async (_what, bytes) => expect(await clean(bytes, "mp4")).toHaveLength(bytes.length));

  it("keeps its frames and its index, byte for byte and in their places", async () => {
    const before = Buffer.concat([ftyp, box("free", noise(40)), moov(), box("mdat", frames)]);
    const after = await clean(before, "mp4");
    expect(after.subarray(0, ftyp.length).equals(ftyp)).toBe(true);
    expect(after.subarray(ftyp.length + 48).equals(before.subarray(ftyp.length + 48))).toBe(true);
  });

  it("loses the place of recording and any content in its free space", async () => {
    const bytes = Buffer.concat([
      ftyp,
      box("free", "<html><script>alert(1)</script>"),
      moov("vide", box("udta", box("cxyz", PLACE)), box("meta", PLACE), box("uuid", PLACE)),
      box("mdat", frames),
      box("uuid", PLACE, storedZip),
      box("skip", storedZip),
    ]);
    const after = (await clean(bytes, "mp4")).toString("latin1");
    for (const trace of [PLACE, "script", "PK\u0005", "udta", "uuid"]) expect(after).not.toContain(trace);
  });

  it.each([
    ["WhatsApp", "whatsapp.mp4", "beam"],
    ["a Samsung phone", "samsung.mp4", "sefd"],
  ] as const)("of %s is accepted without the boxes that only its maker knows", async (_what, name, type) => {
    const before = houseFile(name);
    const after = await clean(before, "mp4");
    expect([before.includes(type), after.includes(type), after.length]).toEqual([true, false, before.length]);
    const frames = before.indexOf("mdat");
    expect(after.subarray(frames, frames + 6_000).equals(before.subarray(frames, frames + 6_000))).toBe(true);
  });

  it("loses boxes that nobody knows, also within its index", async () => {
    const bytes = Buffer.concat([
      ftyp,
      box("b*m!", storedZip, PLACE),
      moov("vide", box("gps ", PLACE), box("trak", box("gps0", PLACE))),
      box("mdat", frames),
      box("sefd", "<html>", PLACE),
    ]);
    const after = (await clean(bytes, "mp4")).toString("latin1");
    for (const trace of [PLACE, "PK\u0005", "<html>", "sefd", "gps"]) expect(after).not.toContain(trace);
  });

  const whole = mp4();
  const elsewhere = (address: string) =>
    Buffer.concat([
      ftyp,
      moov("vide", box("trak", box("mdia", box("minf", dataReference(address))))),
      box("mdat", frames),
    ]);
  it.each([
    ["whose film lies at an address", elsewhere("http://elsewhere.test/film.mp4\0")],
    ["whose film lies in another file", elsewhere("file:///etc/passwd\0")],
    ["cut short", whole.subarray(0, whole.length - 1)],
    ["cut within its first box", whole.subarray(0, 20)],
    ["with bytes behind it", Buffer.concat([whole, Buffer.from("more")])],
    ["with an archive behind it", Buffer.concat([whole, storedZip])],
    ["with an archive at the end of its frames", mp4(Buffer.concat([frames, emptyZip]))],
    ["with a page behind it", Buffer.concat([whole, Buffer.from("<html><body>hello</body></html>")])],
    [
      "with a page in its first box",
      Buffer.concat([box("ftyp", "isom", Buffer.alloc(4), "<script>"), moov(), box("mdat", frames)]),
    ],
    [
      "with a page where its frames begin",
      Buffer.concat([ftyp, box("mdat", "<!DOCTYPE html><b>hi</b>", frames), moov()]),
    ],
    ["with code where its frames begin", Buffer.concat([ftyp, box("mdat", "<?php system($_GET[0]);", frames), moov()])],
    ["without an index", Buffer.concat([ftyp, box("mdat", frames)])],
    ["without frames", Buffer.concat([ftyp, moov()])],
    ["of sound alone", Buffer.concat([ftyp, moov("soun"), box("mdat", frames)])],
    ["that does not start as one", Buffer.concat([box("free", "x"), whole])],
    [
      "with a child longer than its parent",
      Buffer.concat([ftyp, box("moov", box("trak", "").fill(0xff, 0, 3)), box("mdat", "x")]),
    ],
    [
      "nested without end",
      Buffer.concat([
        ftyp,
        Array(30)
          .fill(0)
          .reduce((inner: Buffer) => box("moov", inner), moov()),
        box("mdat", "x"),
      ]),
    ],
    ["with empty boxes without end", Buffer.concat([ftyp, moov(), ...Array<Buffer>(30_000).fill(box("free"))])],
  ])("is refused: %s", async (_what, bytes) => {
    await expect(clean(bytes, "mp4")).rejects.toThrow(RefusedFile);
    await expect(clean(bytes, "mp4")).rejects.toThrow(/^This video is .*\.$/);
  });
});

describe("a WebM", () => {
  it.each([
    ["as muxers write it", webm()],
    ["as browsers record it", recordedWebm()],
  ])("is accepted: %s", async (_what, bytes) => expect(await clean(bytes, "webm")).toHaveLength(bytes.length));

  it("loses the place of recording, attached files and any content in its empty space", async () => {
    const bytes = webm(attachment, element(0xec, "<html>", storedZip), element(0xec, "x"));
    const after = await clean(bytes, "webm");
    for (const trace of [PLACE, "PK\u0005", "<html>"]) expect(after.toString("latin1")).not.toContain(trace);
    // Blanked parts are still valid structure, so the file can be checked again.
    expect((await clean(after, "webm")).equals(after)).toBe(true);
  });

  const whole = webm();
  const cluster = element(0x1f43b675, element(0xa3, noise(100)));
  const of = (...parts: Buffer[]) => Buffer.concat([ebmlHeader(), element(0x18538067, ...parts)]);
  it.each([
    ["cut short", whole.subarray(0, whole.length - 1)],
    ["a recording cut within a frame", recordedWebm().subarray(0, -5)],
    ["with bytes behind it", Buffer.concat([whole, Buffer.from("more")])],
    ["with an archive behind it", Buffer.concat([whole, storedZip])],
    ["with an archive behind a recording", Buffer.concat([recordedWebm(), storedZip])],
    ["with a page behind a recording", Buffer.concat([recordedWebm(), Buffer.from("<html>hello</html>")])],
    ["with an archive at the end of its frames", of(tracks(), element(0x1f43b675, element(0xa3, noise(99), emptyZip)))],
    ["with a page where its frames begin", of(tracks(), element(0x1f43b675, element(0xa3, "<html>", noise(99))))],
    ["that is Matroska", Buffer.concat([ebmlHeader("matroska"), element(0x18538067, tracks(), cluster)])],
    ["without tracks", of(cluster)],
    ["without frames", of(tracks())],
    ["of sound alone", of(tracks(2), cluster)],
    ["with an element nobody knows", of(tracks(), cluster, element(0x4abc, "x"))],
    ["with a frame outside a cluster", of(tracks(), element(0xa3, "x"), cluster)],
    ["with two segments", Buffer.concat([whole, whole])],
  ])("is refused: %s", async (_what, bytes) => {
    await expect(clean(bytes, "webm")).rejects.toThrow(RefusedFile);
    await expect(clean(bytes, "webm")).rejects.toThrow(/^This video is .*\.$/);
  });
});

it("damaging any bytes of a video only leads to a refusal", async () => {
  for (const [kind, bytes] of [
    ["mp4", mp4(noise(64))],
    ["webm", webm()],
    ["webm", recordedWebm()],
  ] as const) {
    for (let at = 0; at < Math.min(bytes.length, 400); at++) {
      const broken = Buffer.from(bytes);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      const outcome = await clean(broken, kind).then(
        (after) => after.length,
        (error: unknown) => error,
      );
      if (outcome !== bytes.length) expect([at, outcome]).toEqual([at, expect.any(RefusedFile)]);
    }
  }
});
