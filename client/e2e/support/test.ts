// Playwright's `test` with the fixtures of all specs: a server for each worker, its API, and pages for the people of
// the demo. When a test ends, no page may have logged an error.
import { type BrowserContextOptions, expect, type Page, test as playwrightTest } from "@playwright/test";
import { Api, type Person, type Session } from "./api.ts";
import { AuctionServer } from "./auction-server.ts";
import { PageWatch } from "./page-watch.ts";
import { looseTexts } from "./translate.ts";

export { expect };

/** The person who looks at a page: one of the demo's people, any session, or a visitor. */
type Reader = Person | Session | null;
type OpenPage = (reader: Reader, path: string, options?: BrowserContextOptions) => Promise<Page>;

interface WorkerFixtures {
  server: AuctionServer;
  api: Api;
}

interface TestFixtures {
  watch: PageWatch;
  /** An administrator of the test's own, who has created no auction. */
  administrator: Session;
  /** A page in a browser context of its own, signed in as the reader. */
  open: OpenPage;
}

const openServer = async (
  { browserName: _ }: { browserName: string },
  use: (server: AuctionServer) => Promise<void>,
): Promise<void> => {
  const server = await AuctionServer.open();
  await use(server);
  await server.close();
};

export const test = playwrightTest.extend<TestFixtures, WorkerFixtures>({
  server: [openServer, { scope: "worker", timeout: 120_000 }],

  api: [
    async ({ server }, use) => {
      const api = new Api(server.url);
      await api.postponeEnds();
      await use(api);
    },
    { scope: "worker" },
  ],

  watch: async ({ browserName: _ }, use) => {
    const watch = new PageWatch();
    await use(watch);
    watch.verify();
  },

  administrator: async ({ api }, use) => use(await api.colleague("admin")),

  open: async ({ browser, server, api, watch }, use) => {
    const contexts: Page[] = [];
    await use(async (reader, path, options = {}) => {
      const session = typeof reader === "string" ? await api.session(reader) : reader;
      const context = await browser.newContext({
        ...options,
        baseURL: server.url,
        ...(session ? { storageState: signedIn(server.url, session) } : {}),
      });
      const page = await context.newPage();
      contexts.push(page);
      await watch.watch(page);
      await page.goto(path);
      return page;
    });
    for (const page of contexts) {
      if (!page.isClosed())
        expect.soft(await looseTexts(page).catch(() => []), "texts that a translator would detach").toEqual([]);
      await page.context().close();
    }
  },
});

/** For a file that shifts the clock of its server, or changes the site for everybody: it gets a server of its own. */
export const testWithOwnServer = test.extend<object, Pick<WorkerFixtures, "server">>({
  server: [openServer, { scope: "worker", timeout: 120_000 }],
});

/** The storage of a browser in which this person is logged in. */
export const signedIn = (origin: string, { token, user }: Session) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: [
        { name: "token", value: token },
        { name: "user", value: JSON.stringify(user) },
      ],
    },
  ],
});
