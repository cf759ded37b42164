import type { Part } from '../part.ts'

export const formBusy = 'Un momento'
export const formUnencrypted =
  'Esta conexión no está cifrada: otros en la red pueden leer tu contraseña. Pon un proxy inverso con HTTPS delante de este servicio.'
export const resetTitle = 'Elige una contraseña nueva'
export const resetLead = 'Todas tus sesiones terminan.'
export const resetSubmit = 'Establecer la contraseña'
export const joinTitle = (team: Part) => `Unirse a ${team}`
export const joinLead = (role: Part) => `Tendrás el rol ${role} en el equipo.`
export const joinSubmit = 'Unirse'
export const joinPasswordHint =
  'Al menos 12 caracteres. Si ya usas esta consola, escribe tu contraseña actual.'
export const joinAnyTeam = 'un equipo'
export const invalidTitle = 'Este enlace no funciona'
export const invalidLink = 'Ir a la consola'
export const setUpTitle = 'Instalar Weir'
export const setUpLead = 'Serás el operador de este servicio.'
export const setUpSubmit = 'Instalar'
export const codeLabel = 'Código de instalación'
export const codeHint =
  'El servicio muestra un enlace con él al arrancar; `weir open` lo muestra otra vez.'
export const codeOfApp = 'Código de tu aplicación de autenticación'
export const codeOfAppHint = 'O uno de tus códigos de recuperación.'
export const signInTitle = 'Iniciar sesión en Weir'
export const signInLead = 'Tu propio servicio de datos web.'
export const signInSubmit = 'Iniciar sesión'
export const providerButton = (provider: Part) => `Iniciar sesión con ${provider}`
export const signInFailed = 'No has iniciado sesión'
export const signInByPassword = 'Iniciar sesión con correo y contraseña'
export const signInByKey = 'Iniciar sesión con una clave de operador'
export const keyLabel = 'Clave de API'
export const keyHint =
  'Una clave sin restricciones del primer equipo. La sesión termina después de una hora.'
export const againText =
  'Inicia sesión otra vez para seguir donde estabas. Lo que has escrito se conserva.'
export const passkeyButton = 'Entrar con una llave de acceso'
export const passkeyClosed =
  'No se firmó nada: la ventana del navegador se cerró o tardó demasiado. Inténtalo de nuevo.'
export const passkeyKnown = 'Este dispositivo ya tiene una llave de acceso para ti.'
