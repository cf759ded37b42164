import type { Part } from '../part.ts'

export const previewTitle = 'Vista previa del Markdown'
export const viewPreview = 'Vista previa'
export const viewSource = 'Código fuente'
export const tabsLinks = 'Enlaces'
export const tabsScreenshot = 'Captura de pantalla'
export const tabsMetadata = 'Metadatos'
export const tabsCode = 'Código'
export const tabsRawHtml = 'HTML de origen'
export const documentLabel = 'Partes del documento'
export const screenshotAlt = 'La página tal como la muestra el navegador'
export const meterRequestId = 'Identificador de la solicitud, como en el registro'
export const samplesSample = (name: Part) => `Ejemplo para ${name}`
export const actionsScreenshot = (action: Part) => `Captura de pantalla ${action}`
