# The one image of the roles api, worker and v2. Debian, not Alpine: Temporal's SDK needs glibc.
FROM node:22-bookworm-slim AS build
WORKDIR /app
# The packages come before the sources: a change of ours does not install them again. No scripts: our own would build what is not there yet.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json tsconfig.client.json bundle-command.mjs build-console.mjs third-party-licenses.mjs ./
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
COPY limits ./limits
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production
RUN useradd --create-home --home-dir /var/lib/overture --uid 10001 overture \
  && mkdir -p /var/lib/overture/home && chown overture /var/lib/overture/home \
  && ln -s /app/dist/bin/overture.js /usr/local/bin/overture
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY LICENSE ./
COPY src ./src
COPY docs ./docs
COPY limits ./limits
COPY sequences ./sequences
USER overture
ENTRYPOINT ["overture"]
CMD ["--help"]
