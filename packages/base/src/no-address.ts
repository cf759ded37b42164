/** Base URL of a file without one: relative references in it cannot be resolved and stay relative. */
export const noAddress = 'about:blank'
