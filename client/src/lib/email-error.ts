// The rule of an e-mail field in a form, so that a mistake is shown without a round trip. The server checks again.

/** True, or what is wrong. */
export const emailError = (typed: string): string | true => {
  const email = typed.trim();
  if (!email) return "Email is required";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || "Please enter a valid email address";
};
