import type { RenderedPage, Render, RenderRequest } from '#browser/rendering.ts'
import type { Engine, EngineRequest } from '#fetch/engine.ts'
import type { Page } from '#fetch/page.ts'

interface BrowserEngineOptions {
  readonly render: Render
  readonly hasProxies: Engine['hasProxies']
  /** Largest document, as HTML. */
  readonly bodyBytesMax: number
}

/** Loads a page in a browser and returns its rendered document. Reads web pages only. */
export function browserEngine({ render, hasProxies, bodyBytesMax }: BrowserEngineOptions): Engine {
  return {
    name: 'browser',
    abilities: new Set(['scripts', 'actions', 'screenshot', 'branding', 'profile']),
    hasProxies,
    async fetch(request, waiter) {
      // Without a pool of its own, enhanced behaves as basic.
      const isEnhanced = request.proxy === 'enhanced' && hasProxies('enhanced')
      const proxy = isEnhanced ? 'enhanced' : 'basic'
      const rendered = await render({ ...toRender(request, bodyBytesMax), proxy }, waiter)
      return rendered.kind === 'page' ? toPage(rendered, proxy) : undefined
    },
  }
}

function toRender(request: EngineRequest, bodyBytesMax: number): RenderRequest {
  const { waitFor = 0, actions = [], blockAds = true, comparesSource = false } = request
  return { ...request, waitMs: waitFor, actions, blockAds, comparesSource, bodyBytesMax }
}

function toPage(rendered: RenderedPage, proxy: Page['proxy']): Page {
  const { kind: _, url, status, headers, body, isCut = false, warnings, ...rendering } = rendered
  const got = { engine: 'browser', proxy, fetchedAt: new Date() } as const
  return { url, status, headers, body, isCut, ...got, rendering, warnings }
}
