// Imported before all else: no text becomes markup, script or a script's address, in browsers that have Trusted Types and
// where the server's policy demands them. React empties an element (@number-flow/react's) by the empty text, which is all
// that passes.
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text === "" ? text : null),
});
