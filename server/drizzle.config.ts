// `pnpm migrations:make` writes the SQL of a changed schema into the next file under migrations/.
import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./src/platform/database/schema/*.ts",
  out: "../migrations",
});
