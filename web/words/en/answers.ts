import type { Part } from '../part.ts'

export const previewOfTheMarkdown = 'Preview of the Markdown'
export const view = 'View'
export const preview = 'Preview'
export const source = 'Source'
export const markdown = 'Markdown'
export const partsOfTheDocument = 'Parts of the document'
export const links = 'Links'
export const images = 'Images'
export const pages = 'Pages'
export const screenshot = 'Screenshot'
export const metadata = 'Metadata'
export const code = 'Code'
export const result = 'Result'
export const html = 'HTML'
export const thePageAsThe = 'The page as the browser rendered it'
export const ms = (ms: Part) => `${ms} ms`
export const idOfTheRequest = 'Id of the request, as in the log'
export const noResultYet = 'No result yet'
export const fillInTheForm =
  'Fill in the form and press Run. The code below sends the same request.'
export const language = 'Language'
export const sampleFor = (name: Part) => `Sample for ${name}`
export const json = 'JSON'
export const actions = 'Actions'
export const screenshotOf = (action: Part) => `Screenshot ${action}`
