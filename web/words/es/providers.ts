export const listLead =
  'Los proveedores tienen datos de páginas que no se leen. A los que se usan se les pregunta en el orden en que se eligieron.'
export const emptyTitle = 'Ningún proveedor de datos'
export const emptyText = 'El operador de este servicio no ha configurado ninguno.'
export const choiceLabel = 'Preguntar a proveedores de datos para este equipo'
export const choiceForbidden = '; no permitido por el operador'
export const termsAccept = 'Aceptar las condiciones'
export const termsVersion = '{name}, versión {version}'
