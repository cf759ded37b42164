/** A fragment that names a page of a client-side router, as in `#/settings` and `#!settings`, and no place on a page. */
const route = /^#(?:\/|!\/?)[^/]/

/** Whether a fragment, with its `#`, names a page of a client-side router. */
export const isClientRoute = (fragment: string) => route.test(fragment)
