// The screen at /refunds. Its text comes from the server.
import { LegalPage } from "./legal-page.tsx";

export const Component = () => <LegalPage page="refunds" />;
