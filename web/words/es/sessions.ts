import { prices } from '../../../src/credits/prices.ts'
export const pageLead =
  'Un navegador que sigue abierto: para programas, para un modelo de lenguaje y para ti.'
export const formTitle = 'Nueva sesión'
export const formRecord = 'Grabar las páginas'
export const formBusy = 'Iniciando'
export const listTitle = 'Sesiones'
export const emptyTitle = 'Ninguna sesión en las últimas 24 horas'
export const emptyText = `Una sesión cuesta ${prices.browserMinute} créditos por minuto, o ${prices.promptedBrowserMinute} cuando la ha usado un modelo de lenguaje.`
export const columnsSession = 'Sesión'
export const columnsEnds = 'Termina'
export const minutesLabel = 'Minutos'
export const minutesHint =
  'Termina por sí sola tras este tiempo. Sus créditos quedan reservados hasta entonces.'
export const profileLabel = 'Perfil'
export const profileHint = 'Opcional. Empieza con las cookies y el almacenamiento de este nombre.'
export const profileSave = 'Guardar el perfil al terminar la sesión'
export const stateDestroyed = 'terminada'
