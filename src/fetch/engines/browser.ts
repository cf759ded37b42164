import type { RenderedPage, Render, RenderRequest } from '#browser/rendering.ts'
import type { Engine, EngineRequest } from '#fetch/engine.ts'
import type { Page } from '#fetch/page.ts'

interface BrowserEngineOptions {
  readonly render: Render
  readonly hasProxies: Engine['hasProxies']
  /** Largest document, as HTML. */
  readonly bodyBytesMax: number
}

/** Shows a page in a browser and takes what its scripts have made of it. Reads web pages only. */
export function browserEngine({ render, hasProxies, bodyBytesMax }: BrowserEngineOptions): Engine {
  return {
    name: 'browser',
    abilities: new Set(['scripts', 'actions', 'screenshot', 'profile']),
    hasProxies,
    async fetch(request, waiter) {
      // Without a pool of its own, enhanced behaves as basic (contract section 25, O17).
      const isEnhanced = request.proxy === 'enhanced' && hasProxies('enhanced')
      const proxy = isEnhanced ? 'enhanced' : 'basic'
      const shown = await render({ ...toRender(request, bodyBytesMax), proxy }, waiter)
      return shown.kind === 'page' ? toPage(shown, proxy) : undefined
    },
  }
}

function toRender(request: EngineRequest, bodyBytesMax: number): RenderRequest {
  const { waitFor = 0, actions = [], blockAds = true, comparesSource = false } = request
  return { ...request, waitMs: waitFor, actions, blockAds, comparesSource, bodyBytesMax }
}

function toPage(shown: RenderedPage, proxy: Page['proxy']): Page {
  const { kind: _, url, status, headers, body, isCut = false, warnings, ...rendering } = shown
  const got = { engine: 'browser', proxy, fetchedAt: new Date() } as const
  return { url, status, headers, body, isCut, ...got, rendering, warnings }
}
