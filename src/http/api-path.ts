/** Whether a URL is below the path of a version of the API, or of the tools of data providers. */
export const isApiPath = (url: string): boolean => /^\/(?:v[12]|exchange)\//.test(url)
