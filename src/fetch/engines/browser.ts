import type { RenderedPage, Render, RenderRequest } from '#browser/rendering.ts'
import type { Engine, FetchAttempt } from '#fetch/engine.ts'
import type { Page } from '#fetch/page.ts'

interface BrowserEngineOptions {
  readonly render: Render
  /** Whether `enhanced` has proxies or a browser of its own. */
  readonly hasEnhanced: boolean
  /** Largest document, as HTML. */
  readonly bodyBytesMax: number
}

/** Loads a page in a browser and returns its rendered document. Reads web pages only. */
export function browserEngine({ render, hasEnhanced, bodyBytesMax }: BrowserEngineOptions): Engine {
  return {
    name: 'browser',
    abilities: new Set(['scripts', 'actions', 'screenshot', 'branding', 'profile']),
    hasEnhanced,
    async fetch(request, caller) {
      const proxy = hasEnhanced ? request.proxy : 'basic'
      const rendered = await render({ ...toRender(request, bodyBytesMax), proxy }, caller)
      return rendered.kind === 'page' ? toPage(rendered, proxy) : undefined
    },
  }
}

function toRender(request: FetchAttempt, bodyBytesMax: number): RenderRequest {
  const { waitFor, actions = [], blockAds, comparesSource = false } = request
  return { ...request, waitMs: waitFor, actions, blockAds, comparesSource, bodyBytesMax }
}

function toPage(rendered: RenderedPage, proxy: Page['proxy']): Page {
  const { kind: _, url, status, headers, body, isCut = false, warnings, ...rendering } = rendered
  const got = { engine: 'browser', proxy, fetchedAt: new Date() } as const
  return { url, status, headers, body, isCut, ...got, rendering, warnings }
}
