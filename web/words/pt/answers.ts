import type { Part } from '../part.ts'

export const previewTitle = 'Prévia do Markdown'
export const viewPreview = 'Prévia'
export const viewSource = 'Código-fonte'
export const tabsLinks = 'Links'
export const tabsScreenshot = 'Captura de tela'
export const tabsMetadata = 'Metadados'
export const tabsCode = 'Código'
export const tabsRawHtml = 'HTML de origem'
export const documentLabel = 'Partes do documento'
export const screenshotAlt = 'A página como o navegador a mostra'
export const meterRequestId = 'Identificador da solicitação, como no registro'
export const samplesSample = (name: Part) => `Exemplo para ${name}`
export const actionsScreenshot = (action: Part) => `Captura de tela ${action}`
