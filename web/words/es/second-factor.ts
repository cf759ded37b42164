import type { Part } from '../part.ts'

export const cardTitle = 'Código al iniciar sesión'
export const offText =
  'Además de la contraseña, pedir en cada inicio de sesión un código de una aplicación de autenticación de tu teléfono.'
export const onButton = 'Configurar una aplicación de autenticación'
export const scanText =
  'Escanea esta imagen con tu aplicación de autenticación y escribe el código que muestra.'
export const scanPicture = 'Código QR para la aplicación de autenticación'
export const scanSecret = 'O escribe esta clave en la aplicación:'
export const onSubmit = 'Activar los códigos'
export const codeLabel = 'Código'
export const onText = (left: Part) =>
  `Inicias sesión con un código de tu aplicación. Quedan ${left} códigos de recuperación.`
export const offSubmit = 'Desactivar los códigos'
export const recoverySubmit = 'Nuevos códigos de recuperación'
export const recoveryText =
  'Guarda estos códigos de recuperación en un lugar seguro. Cada uno abre la consola una vez si pierdes el teléfono. No se vuelven a mostrar.'
