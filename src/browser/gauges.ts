import type { Browsers } from './browsers.ts'

/** Metrics of the browsers. */
export function browserGauges(browsers: Pick<Browsers, 'gauges'>) {
  return [
    {
      name: 'weir_browser_processes',
      help: 'Running browsers.',
      read: () => browsers.gauges().running,
    },
    {
      name: 'weir_browser_starts',
      help: 'Browsers started since the service started.',
      read: () => browsers.gauges().started,
    },
    {
      name: 'weir_browser_pages_open',
      help: 'Open pages.',
      read: () => browsers.gauges().open,
    },
    {
      name: 'weir_browser_pages_waiting',
      help: 'Pages that wait for a slot.',
      read: () => browsers.gauges().waiting,
    },
  ]
}
