import type { Part } from '../part.ts'

export const previewTitle = 'Aperçu du Markdown'
export const viewPreview = 'Aperçu'
export const viewSource = 'Source'
export const tabsLinks = 'Liens'
export const tabsScreenshot = 'Capture d’écran'
export const tabsMetadata = 'Métadonnées'
export const tabsCode = 'Code'
export const tabsRawHtml = 'HTML source'
export const documentLabel = 'Parties du document'
export const screenshotAlt = 'La page telle que le navigateur l’affiche'
export const meterRequestId = 'Identifiant de la requête, comme dans le journal'
export const samplesSample = (name: Part) => `Exemple pour ${name}`
export const actionsScreenshot = (action: Part) => `Capture d’écran ${action}`
