// The screen at /privacy. Its text comes from the server.
import { LegalPage } from "./legal-page.tsx";

export const Component = () => <LegalPage page="privacy" />;
