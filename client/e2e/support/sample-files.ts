// Real files to upload, made by the browser itself (a picture drawn on a canvas, and that canvas filmed), and a drop of
// one on the page.
import type { Page } from "@playwright/test";

export interface SampleFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** One colour, 1600 wide: wider than any size that the server keeps. */
export const pictureFile = async (page: Page, name: string, hue: number): Promise<SampleFile> => {
  const data = await page.evaluate((colour) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1600, 1200];
    const draw = canvas.getContext("2d");
    if (draw) draw.fillStyle = `hsl(${colour} 60% 50%)`;
    draw?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  }, hue);
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(data, "base64") };
};

/** Grain of every colour, so that it stays large: about 2 MB. */
export const grainyPictureFile = async (page: Page, name: string): Promise<SampleFile> => {
  const data = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1600, 1200];
    const draw = canvas.getContext("2d");
    const grain = new ImageData(canvas.width, canvas.height);
    for (let at = 0; at < grain.data.length; at += 1) grain.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    draw?.putImageData(grain, 0, 0);
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  });
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(data, "base64") };
};

/** About a second. */
export const videoFile = async (
  page: Page,
  name: string,
  mimeType: "video/webm" | "video/mp4",
): Promise<SampleFile> => {
  const data = await page.evaluate(async (type) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [320, 240];
    const draw = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: type });
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    for (let frame = 0; frame < 25; frame += 1) {
      if (draw) draw.fillStyle = `hsl(${frame * 12} 80% 50%)`;
      draw?.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, mimeType);
  return { name, mimeType, buffer: Buffer.from(data, "base64") };
};

/** As somebody drops it who drags it from a folder. */
export const dropOnPage = async (page: Page, { name, mimeType, buffer }: SampleFile): Promise<void> => {
  await page.evaluate(
    ({ base64, ...file }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], file.name, { type: file.type }));
      for (const type of ["dragenter", "dragover", "drop"])
        document
          .querySelector("h1")
          ?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    { name, type: mimeType, base64: buffer.toString("base64") },
  );
};
