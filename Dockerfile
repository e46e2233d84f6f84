# The production image: built with everything, run without compilers, tests or sources, by a user who owns only /data.
FROM node:20.19.2-bookworm-slim AS build
WORKDIR /app
# The client carries the name in it.
ARG BRAND_NAME=Jara
ENV CI=true BRAND_NAME=$BRAND_NAME
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY shared/package.json shared/
COPY server/package.json server/
COPY client/package.json client/
COPY load/package.json load/
COPY proof/package.json proof/
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile
COPY tsconfig.base.json ./
COPY scripts scripts
COPY shared shared
COPY proof proof
COPY load load
COPY client client
COPY server server
RUN node scripts/build.mjs && npx --yes pnpm@10.34.9 install --frozen-lockfile --prod

FROM node:20.19.2-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
# pg_dump and pg_restore, for jara backup and jara restore: of PostgreSQL 15, as the compose file runs it.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data && ln -s /app/scripts/jara.mjs /usr/local/bin/jara
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/shared/package.json shared/
COPY --from=build /app/server/package.json server/
COPY --from=build /app/server/node_modules server/node_modules
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/client/dist client/dist
# The verifier of the public log and the witness, for others to run: docs/proof.md.
COPY --from=build /app/load/dist load/dist
COPY scripts/jara.mjs scripts/load-participants.mjs scripts/
COPY migrations migrations
# The server shows the guide to its APIs at /docs/socket.
COPY docs docs
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "server/dist/main.js"]
