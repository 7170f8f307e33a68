# The one image of the roles api, worker and v2. Debian, not Alpine: Temporal's SDK needs glibc.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production
RUN useradd --create-home --home-dir /var/lib/overture --uid 10001 overture \
  && mkdir -p /var/lib/overture/home && chown overture /var/lib/overture/home
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY src ./src
COPY workflows ./workflows
COPY sequences ./sequences
COPY docs/sequence.schema.json docs/sequence-test.schema.json ./docs/
COPY limits ./limits
USER overture
ENTRYPOINT ["node", "/app/dist/src/app/cli/bin.js"]
CMD ["--help"]
