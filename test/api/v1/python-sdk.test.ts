import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { preparePythonSdk, runPython } from '#test/fixtures/python-package.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { firstKey, startService } from '#test/service.ts'

const engine = await startChangingEngine()
const kettle = '{"@context":"https://schema.org","@type":"Product","name":"Kettle"}'
const site = await startPages({
  '/docs/': article('Documents').replace('</main>', '<a href="/docs/a">A</a></main>'),
  '/docs/a': article('Page A'),
  '/kettle': article('Kettle').replace(
    '</head>',
    `<script type="application/ld+json">${kettle}</script></head>`,
  ),
})
const service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
})
const env = { API_URL: await service.listen(), API_KEY: firstKey, SITE: site.url }
engine.results.set('kettles', [`${site.url}/kettle`])
disposeAfterTests(engine, site, service)

const begin = `
import asyncio, json, os, sys
from contextlib import redirect_stdout
from firecrawl import FirecrawlApp
site = os.environ["SITE"]
app = FirecrawlApp(api_key=os.environ["API_KEY"], api_url=os.environ["API_URL"])
schema = {"type": "object", "properties": {"name": {"type": "string"}}}
def failure(call):
    try:
        call()
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
`

/** The first SDK takes and returns dictionaries. */
const first = `${begin}
scraped = app.scrape_url(site + "/kettle", {
    "formats": ["markdown", "extract"], "extract": {"schema": schema}, "onlyMainContent": True})
crawl = app.crawl_url(site + "/docs/", {
    "limit": 5, "ignoreSitemap": True, "scrapeOptions": {"formats": ["markdown"]}}, poll_interval=1)
started = app.async_crawl_url(site + "/docs/", {"limit": 1})
batch = app.batch_scrape_urls([site + "/docs/a"], {"formats": ["markdown"]})
print(json.dumps({
    "markdown": scraped["markdown"],
    "extract": scraped["extract"],
    "crawled": sorted(one["metadata"]["sourceURL"] for one in crawl["data"]),
    "status": app.check_crawl_status(started["id"])["success"],
    "errors": app.check_crawl_errors(started["id"])["errors"],
    "batch": [one["markdown"] for one in batch["data"]],
    "map": app.map_url(site + "/docs/", {"ignoreSitemap": True})["links"],
    "search": [one["url"] for one in app.search("kettles", {"limit": 1})["data"]],
    "extracted": app.extract([site + "/kettle"], {"schema": schema})["data"],
    "failure": failure(lambda: app.scrape_url(site, {"formats": ["nothing"]})),
}))
`

/** The second has models of its own for every answer. */
const second = `${begin}
from firecrawl import JsonConfig, ScrapeOptions
from firecrawl.firecrawl import AsyncFirecrawlApp, ChangeTrackingOptions
scraped = app.scrape_url(site + "/kettle", formats=["markdown", "json", "changeTracking"],
    json_options=JsonConfig(schema=schema), change_tracking_options=ChangeTrackingOptions(modes=["git-diff"]),
    only_main_content=True, parse_pdf=True, timeout=30000)
crawl = app.crawl_url(site + "/docs/", limit=5, ignore_sitemap=True, poll_interval=1,
    scrape_options=ScrapeOptions(formats=["markdown"]))
started = app.async_crawl_url(site + "/docs/", limit=1)
batch = app.batch_scrape_urls([site + "/docs/a"], formats=["markdown"], poll_interval=1)
many = app.async_batch_scrape_urls([site + "/docs/a"], formats=["markdown"])
job = app.async_extract([site + "/kettle"], schema=schema)
slow = app.async_crawl_url(site + "/docs/", delay=10)
other = AsyncFirecrawlApp(api_key=os.environ["API_KEY"], api_url=os.environ["API_URL"])
async def together():
    page = await other.scrape_url(site + "/docs/a", formats=["markdown"])
    found = await other.map_url(site + "/docs/", ignore_sitemap=True)
    crawled = await other.crawl_url(site + "/docs/", limit=1, poll_interval=1)
    searched = await other.search("kettles", limit=1)
    return [page.markdown, sorted(found.links), len(crawled.data), searched["data"][0]["url"]]
print(json.dumps({
    "markdown": scraped.markdown,
    "extract": scraped.json_field,
    "change": scraped.changeTracking.changeStatus,
    "crawled": sorted(one.metadata["sourceURL"] for one in crawl.data),
    "status": app.check_crawl_status(started.id).success,
    "errors": app.check_crawl_errors(started.id).errors,
    "batch": [one.markdown for one in batch.data],
    "batchStatus": app.check_batch_scrape_status(many.id).total,
    "batchErrors": app.check_batch_scrape_errors(many.id).robotsBlocked,
    "map": app.map_url(site + "/docs/", ignore_sitemap=True).links,
    "search": [one["url"] for one in app.search("kettles", limit=1).data],
    "read": app.search("kettles", limit=1, scrape_options=ScrapeOptions(formats=["markdown"])).data[0]["markdown"],
    "extracted": app.extract([site + "/kettle"], schema=schema).data,
    "job": app.get_extract_status(job.id).success,
    "cancelled": app.cancel_crawl(slow.id)["status"],
    "together": asyncio.run(together()),
    "failure": failure(lambda: app.scrape_url(site, agent=None, headers={"": "x"})),
}))
`

type Found = Record<string, string & string[]>

for (const [version, code] of [
  ['1.17.0', first],
  ['2.16.5', second],
] as const) {
  test(`the Python SDK ${version} reads every operation of version 1`, async (t) => {
    const program = await preparePythonSdk(version)
    if (program === undefined) return t.skip('the Python SDK cannot be installed here')
    const found = (await runPython(program, code, env)) as Found
    const docs = ['/docs/', '/docs/a'].map((path) => site.url + path)
    assert.match(found['markdown'] ?? '', /^# Kettle/)
    assert.deepEqual(found['extract'], { name: 'Kettle' })
    assert.deepEqual(found['crawled']?.slice(0, 2), docs)
    assert.deepEqual([found['status'], found['errors']], [true, []])
    assert.match(found['batch']?.[0] ?? '', /^# Page A/)
    assert.ok(docs.every((url) => found['map']?.includes(url)))
    assert.deepEqual(found['search'], [`${site.url}/kettle`])
    assert.deepEqual(found['extracted'], { name: 'Kettle' })
    assert.match(found['failure'] ?? '', /400/)
    if (version === '1.17.0') return
    assert.equal(found['change'], 'new')
    assert.deepEqual([found['batchStatus'], found['batchErrors'], found['job']], [1, [], true])
    assert.match(found['read'] ?? '', /^# Kettle/)
    assert.equal(found['cancelled'], 'cancelled')
    const [markdown, links, crawled, searched] = found['together'] ?? []
    assert.match(markdown ?? '', /^# Page A/)
    assert.deepEqual([crawled, searched], [1, `${site.url}/kettle`])
    assert.ok(docs.every((url) => links?.includes(url)))
  })
}
