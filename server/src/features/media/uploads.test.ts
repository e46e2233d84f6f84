// Receives uploads with a storage that fails.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mp4, PLACE, picture } from "../../../test/support/sample-media.ts";
import { atMost } from "../../platform/lib/limit-concurrency.ts";
import { createFolderStorage } from "./storage/folder-storage.ts";
import { type MediaStorage, StorageAway } from "./storage/media-storage.ts";
import { createUploads } from "./uploads.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-uploads-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noted: string[] = [];
const note = async (name: string): Promise<void> => void noted.push(name);

/** A folder whose disk is full from the n-th `put` on. */
const failingFrom = (nth: number, place: string): MediaStorage => {
  const storage = createFolderStorage(place);
  let puts = 0;
  return {
    ...storage,
    async put(...file) {
      puts += 1;
      if (puts >= nth) throw new StorageAway("full");
      await storage.put(...file);
    },
  };
};

it.each([1, 2, 3, 4, 5])("nothing of a picture is kept if its file number %i cannot be stored", async (nth) => {
  const place = path.join(folder, `full-${nth}`);
  const uploads = createUploads(failingFrom(nth, place), path.join(folder, "work"), note);
  const received = await uploads.receive(Readable.from([await picture(60, 40).png().toBuffer()]));
  await expect(received.keep()).rejects.toThrow(StorageAway);
  await received.discard();
  expect([nth, readdirSync(folder).includes(`full-${nth}`) ? readdirSync(place) : []]).toEqual([nth, []]);
  expect(readdirSync(path.join(folder, "work", "incoming"))).toEqual([]);
});

it("a picture's main file is stored after all its variants", async () => {
  const names: string[] = [];
  const storage = createFolderStorage(path.join(folder, "order"));
  const watched: MediaStorage = {
    ...storage,
    put: (name, ...rest) => {
      names.push(name.slice(32));
      return storage.put(name, ...rest);
    },
  };
  const received = await createUploads(watched, folder, note).receive(
    Readable.from([await picture(60, 40).png().toBuffer()]),
  );
  const { filename, type } = await received.keep();
  await received.discard();
  expect([filename.slice(32), type]).toEqual([".webp", "image"]);
  expect([names.length, names.at(-1)]).toEqual([5, ".webp"]);
});

it("the kind of a file is recognised also if it comes byte by byte", async () => {
  const bytes = mp4();
  const uploads = createUploads(createFolderStorage(path.join(folder, "slow")), folder, note);
  const received = await uploads.receive(Readable.from([...bytes].map((byte) => Buffer.from([byte]))));
  expect((await received.keep()).type).toBe("video");
  await received.discard();
});

it("a source that breaks off leaves no temporary file", async () => {
  const uploads = createUploads(createFolderStorage(path.join(folder, "broken")), path.join(folder, "broken"), note);
  const source = Readable.from(
    (async function* () {
      yield mp4().subarray(0, 4500);
      throw new Error("gone");
    })(),
  );
  await expect(uploads.receive(source)).rejects.toThrow("gone");
  expect(readdirSync(path.join(folder, "broken", "incoming"))).toEqual([]);
});

it("only a bounded number of pictures is processed at a time, in order, also after one that failed", async () => {
  const queue = atMost(2);
  const started: number[] = [];
  const finish: ((fail: boolean) => void)[] = [];
  const jobs = [0, 1, 2, 3, 4].map((n) =>
    queue(async () => {
      started.push(n);
      const fails = await new Promise<boolean>((resolve) => {
        finish[n] = resolve;
      });
      if (fails) throw new Error("failed");
      return n;
    }),
  );
  const settled = Promise.allSettled(jobs);
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  await tick();
  expect(started).toEqual([0, 1]);
  finish[1]?.(true);
  await tick();
  expect(started).toEqual([0, 1, 2]);
  finish[0]?.(false);
  finish[2]?.(false);
  await tick();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  finish[3]?.(false);
  finish[4]?.(false);
  expect((await settled).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});

it.each([
  ["picture", async () => picture(60, 40).png().toBuffer()],
  ["video", async () => mp4()],
] as const)("the hash of a %s is that of its stored main file", async (kind, make) => {
  const place = path.join(folder, `hashed-${kind}`);
  const hashes = new Map<string, string>();
  const uploads = createUploads(createFolderStorage(place), folder, async (name, sha256) => {
    hashes.set(name, sha256);
  });
  const received = await uploads.receive(Readable.from([await make()]));
  const { filename } = await received.keep();
  await received.discard();
  const stored = readFileSync(path.join(place, filename));
  expect(hashes).toEqual(new Map([[filename, createHash("sha256").update(stored).digest("hex")]]));
});

it.each([
  ["a Motion Photo, whose film and place lie behind it", async () => mp4()],
  ["an MPO, whose second view lies behind it", async () => await picture(60, 40).jpeg().toBuffer()],
])("%s, is stored as a picture alone", async (_what, behind) => {
  const place = mkdtempSync(path.join(folder, "behind-"));
  const exif = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 1474/100" } };
  const jpeg = await picture(60, 40).withExif(exif).jpeg().toBuffer();
  const uploads = createUploads(createFolderStorage(place), folder, note);
  const received = await uploads.receive(Readable.from([Buffer.concat([jpeg, await behind()])]));
  expect((await received.keep()).type).toBe("image");
  await received.discard();
  for (const name of readdirSync(place)) {
    const stored = readFileSync(path.join(place, name)).toString("latin1");
    for (const trace of [PLACE, "ftypisom", "Exif", "JFIF"]) expect(stored).not.toContain(trace);
  }
});
