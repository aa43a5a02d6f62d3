# The server as a container: Node with the libraries that it needs, the server, its packages, and the built pages. No
# shell, no package manager, no root. compose.yaml builds and runs it; alone:
#   docker build --build-arg SITE_URL=https://www.example.com --tag diesel-site .
#   docker run --read-only --cap-drop all -v requests:/data -p 127.0.0.1:8080:8080 --env-file .env diesel-site
FROM node:24-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG SITE_URL
RUN npm run --silent build
# The lockfile's own Node. The loader looks for each library at its path. Valibot names TypeScript as a peer, and only
# the build needs it.
RUN mkdir -p /image/usr/bin /image/app/build /empty \
  && cp -L node_modules/.bin/node /image/usr/bin/node \
  && ldd /image/usr/bin/node | grep -o '/[^ ]*' | xargs cp --parents --dereference --target-directory /image \
  && npm ls --omit=dev --omit=optional --all --parseable | grep node_modules/ | grep -v '/typescript$' \
  | xargs cp -r --parents --target-directory /image \
  && cp -r build/site /image/app/build \
  && cp -r content contract deploy package.json server /image/app

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=65532:65532 /empty /data
COPY --from=build --chown=65532:65532 /empty /backups
USER 65532:65532
WORKDIR /app
# Docker publishes the port, so the server listens on all addresses. One proxy is in front of the container.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data TRUSTED_PROXY_HOPS=1
# Saves memory: two arenas are enough for two threads that allocate.
ENV NODE_OPTIONS=--max-semi-space-size=1 MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=30s CMD ["node", "deploy/is-healthy.mjs"]
ENTRYPOINT ["/usr/bin/node"]
CMD ["server/main.ts"]
