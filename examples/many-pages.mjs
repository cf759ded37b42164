/**
 * Scrapes a list of pages, a few at a time, and waits when it is told to: no package needed.
 *
 *     WEIR_KEY=… node examples/many-pages.mjs https://example.com https://example.org
 */
const api = process.env.WEIR_URL ?? 'http://localhost:3002'
const atOnce = 4
const attemptsMax = 5

const urls = process.argv.slice(2)
const waiting = urls.entries()
const results = Array.from(urls)
await Promise.all(Array.from({ length: atOnce }, work))
for (const line of results) console.log(line)

/** Each worker takes the next page from the same list until there is none. */
async function work() {
  for (const [at, url] of waiting) results[at] = `${url}  ${await scrape(url)}`
}

async function scrape(url) {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const answer = await fetch(`${api}/v2/scrape`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${process.env.WEIR_KEY}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url, formats: ['markdown'] }),
    })
    // 429 and 503 say in Retry-After when to come back.
    const retryAfterSeconds = answer.headers.get('retry-after')
    if (retryAfterSeconds === null) {
      const { success, data, error } = await answer.json()
      return success ? `${data.markdown.length} characters` : `failed: ${error}`
    }
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfterSeconds) * 1000))
  }
  return `failed: still busy after ${attemptsMax} attempts`
}
