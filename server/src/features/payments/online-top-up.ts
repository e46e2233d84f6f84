// Whether money can be added online: with Paystack's key for real, without one in development by the sandbox, without
// one in production not at all.
import type { Config } from "../../config.ts";

export const onlineTopUpOf = ({
  paystack,
  isProduction,
}: Pick<Config, "paystack" | "isProduction">): "live" | "sandbox" | "off" => {
  if (paystack.secretKey) return "live";
  return isProduction ? "off" : "sandbox";
};
