import type { RouteFigures } from './route-health.ts'
import type { Routes } from './routes.ts'

/** Metrics of the proxies, by pool and position in the setting. */
export function routeCounters(routes: Pick<Routes, 'figures'>) {
  const counter = (name: string, help: string, figure: 'requests' | 'failures' | 'refusals') => ({
    name,
    help,
    label: 'proxy',
    read: () =>
      Object.fromEntries(routes.figures().map((each: RouteFigures) => [each.label, each[figure]])),
  })
  return [
    counter('weir_proxy_requests_total', 'Pages and files requested through a proxy.', 'requests'),
    counter('weir_proxy_failures_total', 'Requests that the proxy itself failed.', 'failures'),
    counter('weir_proxy_refusals_total', 'Requests that a site refused.', 'refusals'),
  ]
}
