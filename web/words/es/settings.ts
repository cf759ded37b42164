import type { Part } from '../part.ts'

export const languageLabel = 'Idioma de la consola'
export const languageHint =
  'En este navegador. Lo que escribe el propio servicio, como los errores, está en inglés.'
export const passwordTitle = 'Tu contraseña'
export const passwordChanged = 'La contraseña ha cambiado. Todas las demás sesiones han terminado.'
export const passwordCurrent = 'Contraseña actual'
export const passwordNew = 'Contraseña nueva'
export const passwordSubmit = 'Cambiar la contraseña'
export const sessionsTitle = 'Dónde has iniciado sesión'
export const sessionsAddress = (address: Part) => ` desde ${address}`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `inicio ${createdAt}, último uso ${seenAt}`
export const sessionsCurrent = 'este navegador'
export const sessionsEnd = 'Terminar'
export const sessionsAll = 'Cerrar las demás sesiones'
export const sessionsBrowser = (name: Part, system: Part) => `${name} en ${system}`
export const serviceTitle = 'Servicio'
export const serviceLead = 'Se lee del entorno al arrancar el servicio.'
export const serviceFind = 'Buscar un ajuste'
export const addressesTitle = 'Direcciones permitidas'
export const addressesLabel = 'Direcciones y rangos'
export const addressesHint = (ownAddress: Part) =>
  `Una por línea; vacío las permite todas. Se rechazan claves y sesiones de otras direcciones. Tu dirección es ${ownAddress}.`
export const retentionOff = 'Las solicitudes no pueden pedir que no se conserven datos.'
export const retentionAllowed = 'Las solicitudes pueden pedir que no se conserven datos.'
export const retentionForced = 'No se conserva nada de ninguna solicitud en forma legible.'
export const retentionLabel = 'Sin conservación de datos'
export const personName = 'Nombre que ven los demás'
export const renamingSubmit = 'Cambiar el nombre'
export const teamPlan = 'Plan'
export const resultDaysLabel = 'Días que se conservan los resultados'
export const resultDaysHint =
  'De rastreos y lotes nuevos. Un trabajo se puede conservar más tiempo en su página.'
export const safeModeLabel = 'Modo seguro'
export const safeModeHint =
  'El equipo solo lee páginas públicas: sin sesiones de navegador, perfiles, credenciales, escritura en páginas, proxies reforzados ni rastreo contra robots.txt.'
export const deletionTitle = 'Eliminar el equipo'
export const deletionText =
  'Termina al instante sus claves, trabajos, monitores, sesiones de navegador y ejecuciones del agente. Los resultados guardados se eliminan cuando pasa su plazo. No se puede deshacer.'
export const deletionHint = (name: Part) => `Escribe ${name} para confirmar.`
export const trialsModel = 'Modelo de lenguaje'
export const trialsSearch = 'Proveedores de búsqueda'
export const trialsTitle = 'Probar las conexiones'
export const trialsButton = (title: Part) => `Probar ${title}`
