import type { Part } from '../part.ts'

export const previewTitle = 'Vorschau des Markdown'
export const viewPreview = 'Vorschau'
export const viewSource = 'Quelltext'
export const tabsLinks = 'Links'
export const tabsScreenshot = 'Bildschirmfoto'
export const tabsMetadata = 'Metadaten'
export const tabsCode = 'Code'
export const tabsRawHtml = 'HTML-Quelltext'
export const documentLabel = 'Teile des Dokuments'
export const screenshotAlt = 'Die Seite, wie der Browser sie darstellt'
export const meterRequestId = 'Kennung der Anfrage, wie im Protokoll'
export const samplesSample = (name: Part) => `Beispiel für ${name}`
export const actionsScreenshot = (action: Part) => `Bildschirmfoto ${action}`
