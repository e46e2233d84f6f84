// The person's data from the credential, read without verification. The server trusts the token alone; this only fills
// in the request as specified.
export interface GoogleUserInfo {
  email: string;
  name: string;
  googleId: string;
  picture: string;
}

/** Null when the credential is not a JWT. */
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
