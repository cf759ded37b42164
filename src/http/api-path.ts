/** Whether a URL is below the path of a version of the API. */
export const isApiPath = (url: string): boolean => /^\/v[12]\//.test(url)
