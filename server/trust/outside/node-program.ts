// A node's program like the product's own, except that it sends mails although it is not in production: it has no rate
// limits, and only a site that is not in production may go without them.
import closeWithGrace from "close-with-grace";
import { buildServer } from "../../src/app/build-server.ts";
import { readConfig } from "../../src/config.ts";

const smtpUrl = process.env.TRUST_SMTP_URL;
if (!smtpUrl) throw new Error("TRUST_SMTP_URL is missing");
const config = readConfig();
const server = await buildServer({ ...config, mail: { ...config.mail, smtpUrl } });
await server.listen();
closeWithGrace({ delay: 30_000 }, () => server.close());
