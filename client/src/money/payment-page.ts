// Checks the address of the payment service's page before the browser is sent to it.

/** Throws for an address that is no web page. */
export const paymentPage = (authorizationUrl: string): string => {
  const url = new URL(authorizationUrl, window.location.origin);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error("not a payment page's address");
  return url.href;
};
