import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browsers } from '#browser/browsers.ts'
import { browserUnderTest, plainSetting } from '#test/fixtures/browsers.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startSite } from '#test/fixtures/site.ts'
import { browserTools } from './browser-tools.ts'
import { listLines } from './lines.ts'
import { markWorking } from './marks.ts'
import { createPageObserver, type PageObserver } from './page-observer.ts'
import { readDocument } from './read-document.ts'
import { cutToBeginning, type SnapshotNode } from './snapshot.ts'

const found = browserUnderTest()
const skip = found ? false : 'skipped: there is no Chromium'
let browsers: Browsers | undefined
before(async () => {
  if (found) browsers = await startLocalBrowser()
})
after(async () => browsers?.[Symbol.asyncDispose]())

/** Calls `use` with an observer of a page that shows some HTML. */
async function show(html: string, use: (observer: PageObserver) => Promise<void>): Promise<void> {
  const caller = { teamId: 'test', signal: new AbortController().signal }
  await browsers?.withPage(plainSetting, caller, async ({ page, context }) => {
    await page.setContent(html)
    await use(createPageObserver(context, page))
  })
}

const shop = `
<title>Shop</title><h1>Shop</h1><h2>Empty</h2><h2>Offers</h2>
<p>Two <a href="/bread">fresh</a> loaves</p>
<div id="buy" onclick="document.querySelector('output').textContent='Bought'">Buy bread</div>
<span class="star" style="display:inline-block;width:20px;height:20px"></span>
<select aria-label="Size"><option>small<option selected>large</select>
<input placeholder="Name"><label><input type="checkbox"> Gift</label><output role="status"></output>
<svg width="40" height="40"><circle r="20" cx="20" cy="20" fill="red"></circle></svg>
<iframe srcdoc="<button onclick='this.textContent=1'>Inside</button>"></iframe>
<script>
  document.querySelector('.star').addEventListener('mousedown', () => document.title = 'Starred')
  document.querySelector('circle').addEventListener('click', () => document.title = 'Round')
</script>`

const readNumber = (text: string, part: string) => {
  const line = text.split('\n').find((each) => each.includes(part))
  return /\[((?:f\d+)?e\d+)\]/.exec(line ?? '')?.[1] ?? assert.fail(`no ${part} in ${text}`)
}

test('only pages of the web are opened', { skip }, async () => {
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Site</title><h1>Site</h1>')
  })
  await show(shop, async (observer) => {
    for (const url of [
      'data:text/html,<h1>Made up</h1>',
      'DATA:text/html;base64,PGgxPk1hZGUgdXA8L2gxPg==',
      'blob:https://example.com/1',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'about:blank',
      'chrome://version',
      'view-source:https://example.com/',
      ' data:text/html,x',
      '',
    ])
      await assert.rejects(observer.open(url), /Only pages of the web can be opened/, url)
    assert.match(await observer.look(), /^Page: Shop/)
    // Control.
    assert.match(await observer.open(site.url), /^Page: Site/)
  })
})

test(
  'a page is described by lines, with a number for everything that works',
  { skip },
  async () => {
    await show(shop, async (observer) => {
      const text = await observer.look()
      assert.match(text, /^Page: Shop <about:blank>\n# Shop\n/)
      assert.match(text, /\[e\d+\] link "fresh"/)
      assert.match(text, /\[e\d+\] button "Buy bread"/)
      assert.match(text, /\[e\d+\] button "star at \d+,\d+"/)
      assert.match(text, /\[e\d+\] button "circle rgb\(255, 0, 0\) at \d+,\d+"/)
      assert.match(text, /\[e\d+\] combobox "Size".* options: "small", "large" \(selected\)/)
      assert.match(text, /\[f\d+e\d+\] button "Inside"/)
      assert.match(text, /^loaves$/m)
      const controls = await observer.look({ detail: 'controls' })
      assert.doesNotMatch(controls, /loaves|# Empty/)
      assert.equal(observer.findLink(readNumber(controls, 'fresh')), '/bread')
      const left = await observer.page.evaluate<number>(
        `document.querySelectorAll('div[role], span[role], circle[role], [aria-label]:not(select)').length`,
      )
      assert.equal(left, 0)
    })
  },
)

test('actions use numbers, and return what has changed', { skip }, async () => {
  await show(shop, async (observer) => {
    const text = await observer.look()
    const bought = await observer.act({ action: 'click', element: readNumber(text, 'Buy') })
    assert.match(bought, /Changed lines/)
    assert.match(bought, /\+ Bought/)
    const filled = await observer.act({
      action: 'fill',
      element: readNumber(text, 'Name'),
      text: 'Ann',
    })
    assert.match(filled, /\+ \[e\d+\] textbox "Name" = "Ann"/)
    const again = await observer.look()
    await observer.act({ action: 'click', element: readNumber(again, 'circle') })
    assert.equal(await observer.page.title(), 'Round')
    await observer.act({ action: 'select', element: readNumber(again, 'Size'), text: 'small' })
    await observer.act({ action: 'check', element: readNumber(again, 'Gift') })
    const inside = await observer.act({ action: 'click', element: readNumber(again, 'Inside') })
    assert.match(inside, /\+ \[f\d+e\d+\] button "1"/)
    const last = await observer.look()
    assert.match(last, /"small" \(selected\)/)
    assert.match(last, /checkbox "Gift" \(checked/)
  })
})

test('old and unknown numbers never reach another element', { skip }, async () => {
  await show(shop, async (observer) => {
    const tools = new Map(browserTools(observer).map((tool) => [tool.name, tool]))
    const run = async (name: string, input: object) =>
      (await tools.get(name)?.run(input))?.text ?? ''
    const text = await run('look', {})
    await observer.page.setContent('<button>Delete everything</button>')
    const [gone, looked] = await Promise.all([
      run('act', { action: 'click', element: readNumber(text, 'Buy') }),
      run('look', {}),
    ])
    assert.match(gone, /^e\d+ is gone/)
    assert.match(looked, /Delete everything/)
    assert.match(await run('act', { action: 'click', element: 'body' }), /not the number/)
    assert.match(await run('open', { url: 'file:///etc/passwd' }), /Only pages of the web/)
    assert.equal(await run('link', { element: 'e999' }), 'e999 is not a link.')
  })
})

test('pop-ups and dialogs are reported to the model', { skip }, async () => {
  await using site = await startSite(({ url }, response) => {
    const html =
      url === '/new' ? '<b>New</b>' : `<button onclick="window.open('/new')">Pop</button>`
    response.setHeader('content-type', 'text/html').end(html)
  })
  await show(`<button onclick="alert('Careful')">Warn</button>`, async (observer) => {
    const text = await observer.look()
    const warn = readNumber(text, 'Warn')
    assert.match(await observer.act({ action: 'click', element: warn }), /alert: Careful/)
    const pop = readNumber(await observer.open(site.url), 'Pop')
    assert.match(await observer.act({ action: 'click', element: pop }), /\(2 tabs\)\nNew/)
    await observer.page.close()
    assert.match(await observer.look(), /button "Pop"/)
  })
})

test('of many nodes and long texts the beginning is described', () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => ({
    role: 'row',
    children: Array.from({ length: 1_000 }, (_, cell) => ({
      role: 'cell',
      name: `${row} ${cell}`,
    })),
  }))
  const nodes = [
    { role: 'text', text: 'x'.repeat(50_000) },
    { role: 'table', children: rows },
  ]
  const [text, table, more, ...others] = cutToBeginning(nodes) as SnapshotNode[]
  assert.equal(text?.text, 'x'.repeat(10_000))
  assert.equal(table?.children?.length, 20)
  const last = table?.children?.at(-1) as SnapshotNode
  assert.deepEqual(last.children?.at(-1), { role: 'cell', name: '19 977' })
  assert.deepEqual(others, [])
  const lines = listLines([more as SnapshotNode], 'controls')
  assert.deepEqual(lines, ['status: Only the beginning of this page is described.'])
  const few = [{ role: 'table', children: rows.slice(0, 10) }]
  assert.deepEqual(cutToBeginning(few), few)
})

const largePages = {
  'many rows': `<table>${'<tr><td>cell<td><a href="/b">more</a>'.repeat(10_000)}</table>`,
  'bare texts': 'a line<br>'.repeat(25_000),
  'long names': `<button aria-label="${'n'.repeat(50_000)}">x</button>`.repeat(100),
  'options of a list': `<select>${'<option>one of many'.repeat(25_000)}</select>`,
  'a shadow tree': `<div><template shadowrootmode="open">${'<p>text</p>'.repeat(25_000)}</template></div>`,
  frames: '<iframe srcdoc="<button>in a frame</button>"></iframe>'.repeat(40),
}

for (const [name, html] of Object.entries(largePages)) {
  test(
    `of a page with ${name} the browser sends the beginning, and the page stays as it was`,
    { skip },
    async () => {
      await show('', async (observer) => {
        const { page } = observer
        await page.setContent(`<h1>Top</h1><a href="/first">First</a><div id="all">${html}</div>`)
        const look = () =>
          page.evaluate(
            '[document.querySelectorAll("[data-weir-cut]").length, document.adoptedStyleSheets.length]',
          )
        const marked = await markWorking(page)
        const sent = JSON.stringify(await page.ariaSnapshotJSON({ mode: 'ai' })).length
        assert.ok(marked.isCut)
        await marked.unmark()
        assert.ok(sent < 6_000_000, `${sent}`)
        assert.deepEqual(await look(), [0, 0])
      })
    },
  )
}

test('a document that is too large is not described', { skip }, async () => {
  const html = `<p id="large">x<script>large.title = 'x'.repeat(51_000_000)</script>`
  await show(html, async (observer) => {
    const refused = { name: 'ActionRefusedError', message: /The document is larger than 50 MB\./ }
    await assert.rejects(observer.look(), refused)
  })
})

test('the document is cut before it is sent', { skip }, async () => {
  const html = `<title>Long</title><p id="long"><script>long.textContent = 'x'.repeat(9_000)</script>`
  await show(html, async ({ page }) => {
    const read = await readDocument(page, { html: 50, text: 1_000 })
    assert.deepEqual(read, {
      title: 'Long',
      html: '<html><head><title>Long</title></head><body><p id="long">xxx'.slice(0, 50),
      text: 'x'.repeat(1_000),
      textLength: 9_000,
    })
  })
})
