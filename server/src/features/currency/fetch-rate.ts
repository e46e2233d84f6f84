// Fetches the price of one US dollar in naira from the provider. It must accept only a plausible number.
import * as z from "zod/mini";

/** A provider's answer is a few kilobytes. */
const ANSWER_MAX_BYTES = 1024 * 1024;

const nairaForDollar = z.object({ NGN: z.number().check(z.minimum(1), z.maximum(1_000_000)) });
/** The answer shapes of the usual providers. If the answer names its base currency, it must be the dollar. */
const providerAnswer = z.pipe(
  z.object({
    rates: z.optional(nairaForDollar),
    conversion_rates: z.optional(nairaForDollar),
    base: z.optional(z.literal("USD")),
    base_code: z.optional(z.literal("USD")),
  }),
  z.transform(({ rates, conversion_rates }) => (rates ?? conversion_rates)?.NGN),
);

/**
 * NGN for 1 USD, from 1 to 1,000,000. Rejects with a sentence for the log. The sentence never holds the address,
 * because the address may contain a key.
 */
export const fetchRate = async (url: string, signal: AbortSignal): Promise<number> => {
  const response = await fetch(url, { signal, headers: { accept: "application/json" } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the provider answered ${response.status}`);
  }
  const parsed = providerAnswer.safeParse(jsonOf(await bounded(response)));
  if (!parsed.success) throw new Error(`the provider's answer is not a rate: ${z.prettifyError(parsed.error)}`);
  if (parsed.data === undefined) throw new Error("the provider's answer has no rate for NGN");
  return parsed.data;
};

const bounded = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_MAX_BYTES) throw new Error("the provider's answer is too long");
  }
  return text;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the provider's answer is not JSON");
  }
};
