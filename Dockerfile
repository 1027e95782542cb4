# Debian slim with Node 26: one stage builds, the other runs as an unprivileged user without build tools.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
COPY workers ./workers
COPY bin ./bin
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:26-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/bin ./bin
USER 61000:61000
WORKDIR /work
ENTRYPOINT ["node", "/app/bin/savecheck.js"]
CMD ["--help"]
