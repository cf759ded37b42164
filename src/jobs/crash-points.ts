/**
 * Finds pages that crash the process that works on them, for example because the browser uses all memory or an error is thrown
 * outside of any scope. Such a page must not be retried forever, and other pages must not fail because of it. Each page has points:
 *
 * - one when its lease expires (kill -9, out of memory, power loss);
 * - one when the process reports an error that it cannot attribute while the page and others are in work;
 * - two when it reports such an error while the page is processed alone.
 *
 * From two points on, a page is processed alone: the worker first finishes all other pages, and starts none beside it. If the page
 * succeeds, its points are gone. From four points on it fails and its job goes on: after the third reported crash, or the fourth
 * unreported one. A process that is stopped releases its pages, which get no points.
 */
export const pointsOf = { among: 1, alone: 2 } as const
export const isolateFrom = 2
export const failFrom = 4
