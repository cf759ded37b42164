import type { Part } from '../part.ts'

export const targetsInvalid = 'Los destinos deben ser una lista JSON.'
export const targetsMore = (shown: Part, names: Part) => `${shown} y ${names} más`
export const targetsLabel = 'Destinos'
export const targetsHint = 'Uno por línea.'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const scheduleLabel = 'Horario'
export const schedulePreview = 'Próximas ejecuciones: '
export const editTitle = 'Cambiar el monitor'
export const createSubmit = 'Crear y comprobar ahora'
export const tagsLabel = 'Etiquetas'
export const tagsPlaceholder = 'precios, competidores'
export const goalPlaceholder = 'Avisar cuando cambie un precio'
export const goalSearchHint = 'Los resultados nuevos se juzgan según él.'
export const goalHint = 'Opcional. Con un modelo de lenguaje, los cambios se juzgan según él.'
export const moreTitle = 'Avisos y conservación'
export const emailsLabel = 'Correos electrónicos'
export const emailsHint = 'Una por línea. Primero deben confirmar.'
export const webhookLabel = 'Webhook'
export const retentionLabel = 'Días que se conservan las comprobaciones'
export const kindScrape = 'Solo estas páginas'
export const kindCrawl = 'Los sitios que empiezan aquí'
export const kindSearch = 'Resultados nuevos de búsquedas'
export const kindJson = 'Varios tipos, como JSON'
export const kindLabel = 'Qué se comprueba'
export const searchesPlaceholder = 'presa en un río'
export const searchesAge = 'No más antiguos que'
export const searchesResults = 'Resultados de cada una'
export const crawlUnit = 'páginas'
export const screenshotsLabel = 'Comparar también capturas de pantalla'
export const trialHint = 'Lee ahora hasta tres de ellas, al precio de cualquier solicitud.'
export const trialMinimum = 'al menos '
export const trialStatus = (statusCode: Part) => `El sitio responde con el estado ${statusCode}.`
export const optionsPages = 'Opciones de las páginas: cabeceras, perfil, ubicación y más'
export const optionsSite = 'Opciones del rastreo: rutas, profundidad, sitemap y más'
export const startLeft = (names: Part) =>
  `Un monitor no tiene estas opciones de la petición: ${names}.`
export const gridTitle = 'Días y horas'
export const gridLabel = 'Días y horas del horario'
export const gridOther =
  'Este horario tiene partes que la cuadrícula no muestra. Elegir aquí lo sustituye.'
export const gridFrequency = 'Con qué frecuencia en cada hora'
export const gridOnce = 'una vez por hora'
export const gridAllHours = 'Todas las horas'
export const gridWorkingHours = 'De 8 a 18'
export const gridWorkingDays = 'De lunes a viernes'
export const gridEvery = (minutes: Part) => `cada ${minutes} minutos`
export const gridHour = (hour: Part) => `Desde las ${hour}`
