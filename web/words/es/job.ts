import type { Part } from '../part.ts'

export const errorsEmpty = 'Ninguna página ha fallado'
export const errorsFind = 'Buscar una página fallida'
export const errorsPlaceholder = 'Buscar por URL o código'
export const jsonLinesTitle = 'JSON Lines'
export const jsonLinesHint = 'Un documento por línea'
export const csvHint = 'URL, título, estado y Markdown para hojas de cálculo'
export const csvTitle = 'CSV'
export const markdownTitle = 'Markdown (ZIP)'
export const markdownHint = 'Un archivo por página, en carpetas como las del sitio'
export const warcHint = 'Para archivos web'
export const warcTitle = 'WARC'
export const llmsTxtHint = 'Enlaces con descripciones'
export const llmsTxtTitle = 'llms.txt'
export const llmsFullTxtHint = 'El Markdown de todas las páginas en un solo texto'
export const llmsFullTxtTitle = 'llms-full.txt'
export const failuresTitle = 'Páginas fallidas (CSV)'
export const failuresHint = 'URL con sus errores'
export const menuSaving = (bytes: Part) => `Guardando, ${bytes}`
export const menuStop = 'Dejar de guardar'
export const menuOpen = 'Exportar'
export const menuLabel = 'Exportar como'
export const menuRunning = 'El trabajo está en curso: el archivo tiene las páginas terminadas.'
export const pagesEmpty = 'Todavía no ha terminado ninguna página'
export const noneTitle = 'No se pudo leer ninguna página'
export const noneText = 'La pestaña Fallida dice por qué, y Reintentar lee esas páginas otra vez.'
export const pagesFind = 'Buscar una página'
export const pagesPlaceholder = 'Buscar por URL, título o estado'
export const pagesLabel = 'Páginas del trabajo'
export const pagesSearching = 'Buscando'
export const pagesFound = (rows: Part) => `${rows} encontradas`
export const pagesLoading = 'Cargando'
export const tabsPages = 'Páginas'
export const tabsFailed = 'Fallida'
export const tabsRobots = 'Bloqueadas por robots.txt'
export const tabsLabel = 'Partes del trabajo'
export const headerRetry = 'Reintentar: '
export const headerCancel = 'Cancelar'
export const progressLabel = 'Páginas terminadas'
export const progressPages = (completed: Part, total: Part) => `${completed} de ${total} páginas`
export const progressFailed = (failed: Part) => `${failed} fallidas`
export const progressRate = (rate: Part) => `${rate} páginas/s`
export const progressLeft = (secondsLeft: Part) => `quedan ${secondsLeft}`
export const progressExpiry = (expiresAt: Part) => `se conserva hasta ${expiresAt}`
export const setName = 'Nombre del conjunto'
export const setSubmit = 'Conservar siempre'
export const setKept = (name: Part) => `se conserva siempre como ${name}`
export const keepLabel = 'Conservar los resultados durante'
export const keepDays = (days: Part) => `${days} días desde ahora`
export const keepChoose = 'Conservar más tiempo'
export const crumbsLabel = 'Estás aquí'
export const crumbsJobs = 'Trabajos'
export const optionsTitle = 'Opciones con las que se inició'
