// The error that mp4.ts and webm.ts throw when a video's structure is invalid. videos.ts turns it into a sentence for
// the user.

export class DamagedVideo extends Error {
  override readonly name = "DamagedVideo";
}

export const damaged = (why: string): never => {
  throw new DamagedVideo(why);
};
