// The sentences about mistakes in forms that the specification gives. The forms and the API say the same.

export const FILL_IN = "Please fill in all required fields";
export const VALID_BID_AMOUNT = "Please enter a valid bid amount";
export const VALID_AMOUNT = "Please enter a valid amount";
export const STARTING_PRICE_ABOVE_0 = "Starting price must be greater than 0";
export const BID_INCREMENT_ABOVE_0 = "Bid increment must be greater than 0";
export const INVALID_LINK = "Invalid verification link";

/** Words for a value that is missing. Undefined leaves a value of another type to the general words. */
export const ifMissing = (sentence: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined || input === null ? sentence : undefined),
});
