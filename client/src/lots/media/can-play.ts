// Asks the browser whether it can play a video: HEVC (H.265), as phones film, is played by some browsers alone.

/** A browser that has not answered by then is not waited for. */
const ANSWER_MS = 10_000;

/** False only if the browser says that it cannot show the video's pictures. A damaged file is left to the server. */
export const canPlay = async (file: Blob): Promise<boolean> => {
  const address = URL.createObjectURL(file);
  const video = document.createElement("video");
  try {
    return await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(true), ANSWER_MS);
      video.addEventListener("loadedmetadata", () => resolve(video.videoWidth > 0));
      video.addEventListener("error", () => resolve(video.error?.code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED));
      video.muted = true;
      video.preload = "metadata";
      video.src = address;
    });
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
};
