import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `Añadir a ${name}`
export const listEmpty = 'Ninguno todavía.'
export const listUp = (name: Part) => `Subir ${name}`
export const pairsName = (name: Part) => `Nombre en ${name}`
export const pairsValue = (name: Part) => `Valor en ${name}`
export const groupRules = 'Leído con reglas'
export const groupModel = 'Leído por un modelo de lenguaje'
export const groupMedia = 'Imágenes y tiempo'
export const schemaMode = 'Cómo se edita el esquema'
export const schemaFields = 'Campos'
export const schemaExample = 'De un ejemplo'
export const schemaValid = 'válido'
export const schemaCount = (count: Part) => (count === 1 ? 'un campo' : `${count} campos`)
export const schemaComplex = 'Este esquema tiene partes que solo muestra el JSON.'
export const schemaName = 'Nombre del campo'
export const schemaType = 'Tipo del campo'
export const schemaRequired = 'Obligatorio'
export const schemaAbout = 'Qué significa'
export const schemaInside = (name: Part) => `Campo en ${name}`
export const schemaNamePlaceholder = 'nombre'
export const schemaAboutPlaceholder = 'significado, si el nombre no lo dice'
export const exampleLabel = 'Ejemplo del resultado como JSON'
export const exampleUse = 'Crear los campos'
export const exampleProblem = 'Pega un objeto JSON, por ejemplo {"title": "Kettle", "price": 34.9}.'
export const typeText = 'texto'
export const typeNumber = 'número'
export const typeBoolean = 'sí o no'
export const typeTexts = 'lista de textos'
export const typeNumbers = 'lista de números'
export const typeGroup = 'grupo'
export const typeGroups = 'lista de grupos'
export const invalidJson = 'no es JSON válido'
export const invalidSchema = 'un esquema es un objeto JSON'
