// Runs inside the box for code: the command `agent-browser`, which drives the page of the session from the shell.
// Elements are named by a CSS selector, or by the reference of the last snapshot: `agent-browser click @e3`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { chromium } = createRequire('/driver/agent-browser.js')('playwright-core')

const address = 'ws://127.0.0.1:9222/'
const snapshotFile = '/session/.agent-browser/snapshot'
const actionMsMax = 25_000
const interactive =
  /- (?:button|link|textbox|checkbox|radio|combobox|listbox|option|menuitem|tab|switch|slider|searchbox|spinbutton)\b/

const [command, ...rest] = process.argv.slice(2)
const flags = new Set(rest.filter((word) => /^(?:-[a-z]|--[a-z-]+)$/.test(word)))
const words = rest.filter((word) => !flags.has(word))
const [first, ...others] = words
const text = others.join(' ')

/** Every command: what it does with the page, and what it prints. */
const commands = {
  open: (page) => go(page, first),
  goto: (page) => go(page, first),
  navigate: (page) => go(page, first),
  back: async (page) => void (await page.goBack()),
  forward: async (page) => void (await page.goForward()),
  reload: async (page) => void (await page.reload()),
  snapshot: (page) => snapshot(page),
  click: async (page) => (await element(page, first)).click(),
  dblclick: async (page) => (await element(page, first)).dblclick(),
  hover: async (page) => (await element(page, first)).hover(),
  fill: async (page) => (await element(page, first)).fill(text),
  type: async (page) => (await element(page, first)).pressSequentially(text),
  select: async (page) => void (await (await element(page, first)).selectOption(others)),
  check: async (page) => (await element(page, first)).check(),
  uncheck: async (page) => (await element(page, first)).uncheck(),
  press: (page) => page.keyboard.press(first),
  scroll: (page) => scroll(page, first, Number(others[0] ?? 600)),
  wait: (page) => wait(page, first),
  get: (page) => get(page, first, others[0]),
  eval: async (page) => printable(await page.evaluate(words.join(' '))),
  screenshot: (page) => screenshot(page, first ?? '/session/screenshot.png'),
  tab: (page) => tab(page, first, others[0]),
  close: async (page) => page.close(),
}

async function go(page, address) {
  const url = /^[a-z]+:/i.test(address ?? '') ? address : `https://${address}`
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  return `${await page.title()}\n${page.url()}`
}

/** Keeps the snapshot, so that a later command can check what a reference stood for. */
async function snapshot(page) {
  const taken = await page.ariaSnapshot({ mode: 'ai' })
  mkdirSync('/session/.agent-browser', { recursive: true })
  writeFileSync(snapshotFile, taken)
  const lines = taken.split('\n')
  const shown = flags.has('-i') ? lines.filter((line) => interactive.test(line)) : lines
  return flags.has('--json') ? JSON.stringify({ snapshot: shown.join('\n') }) : shown.join('\n')
}

/** Fails when the reference now stands for another element than in the snapshot that named it. */
async function element(page, name) {
  if (name === undefined) fail('Name an element: a CSS selector, or a reference such as @e3.')
  const reference = /^@?(e\d+)$/.exec(name)?.[1]
  if (!reference) return page.locator(name).first()
  const now = describe(await page.ariaSnapshot({ mode: 'ai' }), reference)
  if (!now || now !== describe(lastSnapshot(), reference))
    fail(`${name} is not what it was. Run "agent-browser snapshot" and use its references.`)
  return page.locator(`aria-ref=${reference}`)
}

function lastSnapshot() {
  try {
    return readFileSync(snapshotFile, 'utf8')
  } catch {
    return ''
  }
}

/** Role and name of a reference, without its state. */
const describe = (taken, reference) =>
  taken
    .split('\n')
    .find((line) => line.includes(`[ref=${reference}]`))
    ?.trim()
    .split(' [')[0]

async function scroll(page, direction, pixels) {
  const sign = direction === 'up' || direction === 'left' ? -1 : 1
  const isSideways = direction === 'left' || direction === 'right'
  await page.mouse.wheel(isSideways ? sign * pixels : 0, isSideways ? 0 : sign * pixels)
}

async function wait(page, what) {
  if (/^\d+$/.test(what ?? '')) await page.waitForTimeout(Number(what))
  else
    await page
      .locator(what ?? 'body')
      .first()
      .waitFor()
}

async function get(page, what, name) {
  if (what === 'url') return page.url()
  if (what === 'title') return page.title()
  const found = await element(page, name ?? 'body')
  if (what === 'text') return found.innerText()
  if (what === 'html') return found.innerHTML()
  if (what === 'value') return found.inputValue()
  return fail('get takes text, html, value, title or url.')
}

async function screenshot(page, path) {
  await page.screenshot({ path, fullPage: flags.has('--full') })
  return path
}

async function tab(page, what, address) {
  const context = page.context()
  if (what === 'new') {
    const opened = await context.newPage()
    await opened.bringToFront()
    return address === undefined ? '' : go(opened, address)
  }
  const pages = context.pages()
  if (what === undefined) return pages.map((each, index) => `${index} ${each.url()}`).join('\n')
  const chosen = pages[Number(what)]
  if (!chosen) fail(`There is no tab ${what}.`)
  await chosen.bringToFront()
  return ''
}

const printable = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function fail(message) {
  throw new Error(message)
}

/** The page that was used last. */
async function currentPage(context) {
  const pages = context.pages()
  const { pageId } = await (await fetch(`${address.replace('ws:', 'http:')}json/page`)).json()
  for (const page of pages) {
    const client = await context.newCDPSession(page)
    const { targetInfo } = await client.send('Target.getTargetInfo')
    await client.detach()
    if (targetInfo.targetId === pageId) return page
  }
  return pages.at(-1) ?? context.newPage()
}

async function main() {
  if (!Object.hasOwn(commands, command ?? '')) {
    console.error(`Unknown command. There are: ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0] ?? (await browser.newContext())
  context.setDefaultTimeout(actionMsMax)
  const printed = await commands[command](await currentPage(context))
  if (printed) console.log(printed)
  return 0
}

const code = await main().catch((error) => {
  console.error(error.message.split('\nCall log:')[0])
  return 1
})
process.stdout.write('', () => process.exit(code))
