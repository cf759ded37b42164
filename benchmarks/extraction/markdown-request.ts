import type { ContentRequest } from '#content/content.ts'

/** Requests the Markdown of the main content of a page, as a scrape does. */
export const markdownRequest = (html: string, url: string): ContentRequest => ({
  url: URL.canParse(url) ? url : 'https://site.test/',
  body: Buffer.from(html),
  status: 200,
  contentType: 'text/html; charset=utf-8',
  formats: [{ type: 'markdown' }],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  readDocuments: true,
})
