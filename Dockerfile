# The production image: built with everything, run without compilers, tests or sources, by a user who owns only /data.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# The client carries the name in it.
ARG BRAND_NAME=Jara
ENV BRAND_NAME=$BRAND_NAME
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY scripts/setup.mjs scripts/packages.mjs scripts/
COPY shared/package.json shared/
COPY server/package.json server/
COPY client/package.json client/
COPY load/package.json load/
COPY proof/package.json proof/
RUN node scripts/setup.mjs
COPY . .
RUN npm run package -- --to /jara

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
# pg_dump and pg_restore, for jara backup and jara restore: of PostgreSQL 15, as the compose file runs it.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data && ln -s /app/scripts/jara.mjs /usr/local/bin/jara
COPY --from=build /jara ./
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "server/dist/main.js"]
