import type { Browsers } from './browsers.ts'

/** The figures of the browsers, as the metrics want them. */
export function browserGauges(browsers: Pick<Browsers, 'gauges'>) {
  return [
    {
      name: 'weir_browser_processes',
      help: 'Browsers that run now.',
      read: () => browsers.gauges().running,
    },
    {
      name: 'weir_browser_starts',
      help: 'Browsers started since the service started.',
      read: () => browsers.gauges().started,
    },
    {
      name: 'weir_browser_pages_open',
      help: 'Pages open in browsers now.',
      read: () => browsers.gauges().open,
    },
    {
      name: 'weir_browser_pages_waiting',
      help: 'Pages that wait for a place in a browser.',
      read: () => browsers.gauges().waiting,
    },
  ]
}
