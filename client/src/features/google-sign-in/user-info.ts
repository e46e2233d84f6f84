// What the browser claims of the person, read from the credential without verifying it. The server believes the token
// alone; this only fills the request as it is described.
export interface GoogleUserInfo {
  email: string;
  name: string;
  googleId: string;
  picture: string;
}

/** Null where the credential is no JWT. */
export const userInfoOf = (credential: string): GoogleUserInfo | null => {
  try {
    const base64 = (credential.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== "object" || claims === null) return null;
    const text = (name: string) => String((claims as Record<string, unknown>)[name] ?? "");
    return { email: text("email"), name: text("name"), googleId: text("sub"), picture: text("picture") };
  } catch {
    return null;
  }
};
