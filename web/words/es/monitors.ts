import type { Part } from '../part.ts'

export const screenshotsExpired =
  'Esta captura ya no se conserva. Las de páginas cambiadas se conservan tanto como sus comprobaciones, las otras 24 horas.'
export const screenshotsLabel = 'Aspecto de las capturas'
export const screenshotsSlider = 'Deslizador'
export const screenshotsDifference = 'Diferencia'
export const screenshotsDifferenceAlt = 'Lo que difiere entre las capturas está claro'
export const screenshotsAltAfter = 'La página en esta comprobación'
export const screenshotsBefore = 'antes'
export const screenshotsBorder = 'Borde entre las capturas'
export const screenshotsShare = (share: Part) => `${share} por ciento de la captura anterior`
export const screenshotsAfter = 'después'
export const screenshotsAltBefore = 'La página en la comprobación anterior'
export const diffTitle = 'Qué ha cambiado'
export const diffLineBefore = 'Línea antes'
export const diffLineAfter = 'Línea después'
export const diffAfter = 'Después'
export const diffRemoved = 'quitado: '
export const diffAdded = 'añadido: '
export const scheduleMinutes = (minutes: Part, on: Part) => `cada ${minutes} minutos${on}`
export const scheduleHourly = (minute: Part, on: Part) => `cada hora a los :${minute}${on}`
export const scheduleHours = (hours: Part, on: Part) => `cada ${hours} horas${on}`
export const scheduleDaily = (time: Part) => `cada día a las ${time}`
export const scheduleTime = (time: Part, on: Part) => `a las ${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `el día ${days} del mes a las ${time}`
export const scheduleDays = (range: Part, days: Part) => `de ${range} a ${days}`
export const checkPages = 'Páginas de esta comprobación'
export const checkUnread = 'Marcar como no leída'
export const checkRead = 'Marcar como leída'
export const checkRunning = 'La comprobación está en curso'
export const checkEmpty = 'No se leyó ninguna página'
export const changeLabel = 'Cambio'
export const changeSame = 'Nada ha cambiado.'
export const changeNew = 'Esta página es nueva.'
export const changeRemoved = 'Esta página ya no está.'
export const changeError = 'No se pudo leer esta página.'
export const changeChanged = 'Esta página ha cambiado.'
export const changeMeaningful = 'Cambio importante'
export const changeMinor = 'Cambio menor'
export const viewUnified = 'Una columna'
export const viewPrevious = 'Cambio anterior'
export const viewNext = 'Cambio siguiente'
export const viewText = 'Texto de ambas versiones'
export const compareOpen = 'Comparar versiones'
export const compareClose = 'Volver a la comprobación'
export const compareLabel = 'Comparar dos versiones'
export const compareFrom = 'Versión anterior'
export const compareTo = 'Versión posterior'
export const compareSwap = 'Intercambiar las versiones'
export const compareSame = 'Estas versiones cuentan como iguales.'
export const compareFirst = 'primera'
export const pauseMenu = 'Pausar hasta'
export const pauseResumed = 'Hasta que lo reanude'
export const pauseHour = 'Durante una hora'
export const pauseTomorrow = 'Hasta mañana, 8:00'
export const pauseMonday = 'Hasta el lunes, 8:00'
export const pauseTime = 'Hasta un día y una hora'
export const pauseSubmit = 'Pausar hasta entonces'
export const pauseForever = 'en pausa'
export const pauseUntil = (time: Part) => `en pausa hasta ${time}`
export const filterLabel = 'Filtrar monitores'
export const filterText = 'Buscar un monitor'
export const filterUnread = 'No leídos'
export const filterTag = (tag: Part, monitors: Part) => `Etiqueta ${tag}: ${monitors}`
export const filterEmpty = 'Ningún monitor encaja. Elige menos filtros.'
export const selectionTag = 'Etiqueta'
export const selectionTagAdd = 'Añadir la etiqueta'
export const selectionTagRemove = 'Quitar la etiqueta'
export const selectionLabel = 'Monitores seleccionados'
export const selectionNone = 'No seleccionar nada'
export const selectionAll = 'Seleccionar todo'
export const actionsPause = 'Pausar'
export const actionsResume = 'Reanudar'
export const deletionConfirm = 'Eliminar ahora'
export const deletionButton = 'Eliminar'
export const emptyTitle = 'Ninguna comprobación todavía'
export const emptyText =
  'La primera comprobación lee las páginas. Las siguientes comparan con ella.'
export const headerNext = (nextRunAt: Part) => `próxima ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) =>
  `unos ${estimatedCreditsPerMonth} al mes`
export const headerEdit = 'Editar'
export const headerCheck = 'Comprobar ahora'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}: ${chosen}, ${changed} cambiadas`
export const stripLabel = 'Comprobaciones'
export const stripOlder = 'Mostrar comprobaciones anteriores'
export const stripSlider = 'Comprobación'
export const stripSame = 'igual'
export const stripLatest = 'última'
export const listSelect = 'Seleccionar'
export const listEmptyTitle = 'Ningún monitor'
export const listEmptyText =
  'Un monitor lee páginas según un horario y muestra qué ha cambiado. Crea uno con Nuevo monitor.'
export const listSelectOne = (name: Part) => `Seleccionar ${name}`
export const listUnseen = (unseen: Part) => `${unseen} con cambios que no has visto`
export const scheduleWithin = (hours: Part) => `, en las horas ${hours}`
export const changeIgnored = (lines: number) =>
  lines === 1
    ? 'Ignorada: una línea que cambia en cada visita.'
    : `Ignoradas: ${lines} líneas que cambian en cada visita.`
