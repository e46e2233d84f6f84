// What the walks through videos throw where the structure does not hold; videos.ts makes it a sentence.

export class DamagedVideo extends Error {
  override readonly name = "DamagedVideo";
}

export const damaged = (why: string): never => {
  throw new DamagedVideo(why);
};
