export const adviceTimeout = 'Da más tiempo a la página o pide menos formatos.'
export const adviceDns =
  'Comprueba cómo está escrito el host. Si es una dirección de tu propia red, el operador la añade a WEIR_ALLOWED_PRIVATE_HOSTS.'
export const adviceRefused =
  'El sitio rechaza programas. Usa el proxy reforzado o abre la página en el navegador.'
export const adviceTls =
  'El certificado del sitio no es válido. Omite la comprobación solo con un sitio de confianza.'
export const adviceCredits = 'Baja el límite o pide más créditos al operador.'
export const adviceWait = 'Espera un momento y ejecútala otra vez.'
export const adviceSchema = 'Corrige el campo que nombra el mensaje.'
export const adviceModel =
  'Configura un modelo de lenguaje en los ajustes del servicio o pide formatos que no lo necesiten.'
export const adviceCache =
  'Permite copias más antiguas o desactiva la opción que solo lee la caché.'
export const adviceFile = 'Prueba otro archivo u otro analizador.'
export const adviceAction =
  'Revisa los selectores de las acciones y añade una espera antes de la acción que falló.'
export const advicePermission = 'Pide el permiso a un administrador del equipo o elige otra opción.'
export const adviceBug =
  'Ejecútala otra vez. Si vuelve a fallar, comunica el identificador de la solicitud.'
export const tryTimeout = 'Ejecutar con 2 minutos'
export const tryProxy = 'Ejecutar con el proxy reforzado'
export const tryBrowser = 'Ejecutar en el navegador'
export const tryTls = 'Ejecutar sin comprobar el certificado'
export const tryCache = 'Ejecutar con copias más antiguas'
