/** The address of a file that has none: relative references in it have nothing to start from, and stay as they are. */
export const noAddress = 'about:blank'
