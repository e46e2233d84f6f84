// Checks the same promises of both storages: a folder, and a bucket on a real S3 server.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalS3, startLocalS3 } from "../../../../test/support/local-s3.ts";
import { noise } from "../../../../test/support/sample-media.ts";
import { newStem } from "../media-name.ts";
import { createFolderStorage } from "./folder-storage.ts";
import { type ByteRange, type MediaStorage, StorageAway } from "./media-storage.ts";
import { createS3Storage } from "./s3-storage.ts";

let folder = "";
let s3: LocalS3;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-media-"));
  s3 = await startLocalS3();
});
afterAll(async () => {
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ["a folder", () => createFolderStorage(path.join(folder, "media"))],
  ["an S3 bucket", () => createS3Storage(s3.settings)],
])("media in %s", (_name, open) => {
  let storage: MediaStorage;
  beforeAll(() => {
    storage = open();
  });
  const putText = async (content: string): Promise<string> => {
    const name = `${newStem()}.webp`;
    await storage.put(name, Buffer.from(content), "image/webp");
    return name;
  };
  const read = async (name: string, range?: ByteRange) => {
    const found = await storage.get(name, range);
    if (found === null || found === "unsatisfiable") return found;
    const { stream, ...rest } = found;
    return { ...rest, text: await text(stream) };
  };

  it("stores bytes, and returns their number", async () => {
    const name = await putText("0123456789");
    expect(await storage.size(name)).toBe(10);
    expect(await read(name)).toEqual({ size: 10, start: 0, end: 9, text: "0123456789" });
  });

  it("stores large files byte for byte, also many at once", async () => {
    const kept = await Promise.all(
      [3_000_000, 200_000, 70_000].map(async (length, index) => {
        const bytes = noise(length);
        const file = path.join(folder, `source-${index}-${newStem()}`);
        writeFileSync(file, bytes);
        const name = `${newStem()}.mp4`;
        await storage.put(name, file, "video/mp4");
        return { name, bytes };
      }),
    );
    for (const { name, bytes } of kept) {
      const found = await storage.get(name);
      if (found === null || found === "unsatisfiable") throw new Error("not there");
      expect((await buffer(found.stream)).equals(bytes)).toBe(true);
    }
  });

  it.each<[ByteRange, { start: number; end: number; text: string }]>([
    // Not 0 to 0, because this S3 server treats that as the whole file.
    [
      { start: 0, end: 1 },
      { start: 0, end: 1, text: "01" },
    ],
    [
      { start: 2, end: 4 },
      { start: 2, end: 4, text: "234" },
    ],
    [
      { start: 7, end: null },
      { start: 7, end: 9, text: "789" },
    ],
    [
      { start: 7, end: 900 },
      { start: 7, end: 9, text: "789" },
    ],
    [{ last: 3 }, { start: 7, end: 9, text: "789" }],
    [{ last: 900 }, { start: 0, end: 9, text: "0123456789" }],
  ])("returns the part that is asked for: %j", async (range, expected) => {
    expect(await read(await putText("0123456789"), range)).toEqual({ size: 10, ...expected });
  });

  it.each<ByteRange>([{ start: 10, end: null }, { start: 10, end: 20 }, { last: 0 }])(
    "says that a part is not there: %j",
    async (range) => expect(await read(await putText("0123456789"), range)).toBe("unsatisfiable"),
  );

  it("returns nothing under an unknown or removed name, and can remove a name twice", async () => {
    const never = `${newStem()}.webp`;
    expect([await storage.size(never), await storage.get(never)]).toEqual([null, null]);
    expect(await storage.get(never, { last: 5 })).toBeNull();
    const name = await putText("gone soon");
    await storage.remove(name);
    await storage.remove(name);
    expect([await storage.size(name), await storage.get(name)]).toEqual([null, null]);
  });

  it("stores nothing if the source file does not exist", async () => {
    const name = `${newStem()}.mp4`;
    await expect(storage.put(name, path.join(folder, "no such file"), "video/mp4")).rejects.toThrow();
    expect(await storage.size(name)).toBeNull();
  });
});

it("the folder storage leaves no temporary files", async () => {
  const own = path.join(folder, "tidy");
  const storage = createFolderStorage(own);
  const name = `${newStem()}.webp`;
  await storage.put(name, Buffer.from("x"), "image/webp");
  await storage.put(`${newStem()}.mp4`, path.join(folder, "no such file"), "video/mp4").catch(() => {});
  expect(readdirSync(own)).toEqual([name]);
});

describe("a bucket that cannot be used", () => {
  it.each([
    ["a wrong secret", () => ({ ...s3.settings, secretAccessKey: "wrong" })],
    ["nobody there", () => ({ ...s3.settings, url: "http://127.0.0.1:9" })],
  ])("is reported as a failure and not as a missing file: %s", async (_what, settings) => {
    const storage = createS3Storage(settings());
    const name = `${newStem()}.webp`;
    await expect(storage.put(name, Buffer.from("x"), "image/webp")).rejects.toThrow(StorageAway);
    await expect(storage.get(name)).rejects.toThrow(StorageAway);
    await expect(storage.size(name)).rejects.toThrow(StorageAway);
    await expect(storage.remove(name)).rejects.toThrow(StorageAway);
  });
});
