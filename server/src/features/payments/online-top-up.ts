// Decides whether money can be added online: through Paystack if its key is configured, through the sandbox in
// development without a key, and not at all in production without a key.
import type { Config } from "../../config.ts";

export const onlineTopUpOf = ({
  paystack,
  isProduction,
}: Pick<Config, "paystack" | "isProduction">): "live" | "sandbox" | "off" => {
  if (paystack.secretKey) return "live";
  return isProduction ? "off" : "sandbox";
};
