// A provider of exchange rates for tests: a real HTTP server on this machine that answers what the test says next.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface RatesProvider {
  readonly url: string;
  /** Every further request gets this answer; none if it is null. */
  answer: { readonly status?: number; readonly body: string } | null;
  requests: number;
  /** Closes the port; `open` takes the same again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export const asRate = (naira: number): { body: string } => ({ body: JSON.stringify({ rates: { NGN: naira } }) });

export const startRatesProvider = async (): Promise<RatesProvider> => {
  const handle: RequestListener = (_request, response) => {
    provider.requests += 1;
    if (provider.answer === null) return;
    response.writeHead(provider.answer.status ?? 200, { "content-type": "application/json" });
    response.end(provider.answer.body);
  };
  let server = createServer(handle);
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const provider: RatesProvider = {
    url: `http://127.0.0.1:${port}/latest?key=secret-of-the-provider`,
    answer: asRate(1500),
    requests: 0,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    open() {
      server = createServer(handle);
      return listen(port);
    },
  };
  return provider;
};
