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
export const onText =
  'Inicias sesión con un código de tu aplicación. Quedan {left} códigos de recuperación.'
export const offSubmit = 'Desactivar los códigos'
export const recoverySubmit = 'Nuevos códigos de recuperación'
export const recoveryText =
  'Guarda estos códigos de recuperación en un lugar seguro. Cada uno abre la consola una vez si pierdes el teléfono. No se vuelven a mostrar.'
export const passkeysTitle = 'Llaves de acceso'
export const passkeysText =
  'Entra con la huella, la cara o el PIN de un dispositivo, en lugar de con contraseña y código.'
export const passkeysNeeds =
  'Las llaves de acceso necesitan HTTPS y un nombre: abre la consola en su dirección `https://`, o en `http://localhost` en la propia máquina, con un navegador actual.'
export const passkeyName = 'Nombre de la llave de acceso, como el dispositivo'
export const passkeyAdd = 'Añadir una llave de acceso'
export const passkeyAdded = 'Añadida {time}, nunca usada'
export const passkeyUsed = 'Usada {time}'
export const passkeyRemove = 'Quitar'
export const passkeyRemoveOne = 'Quitar la llave de acceso {name}'
