// Must be imported first. In browsers with Trusted Types, where the server's policy requires them, it stops any text
// from becoming markup, script or a script's address. Only the empty text is allowed, because React uses it to empty an
// element (for @number-flow/react).
interface TrustedTypes {
  createPolicy(name: string, rules: Record<"createHTML" | "createScriptURL", (text: string) => string | null>): unknown;
}

(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text === "" ? text : null),
  createScriptURL: (text) => (text === "/service-worker.js" ? text : null),
});
