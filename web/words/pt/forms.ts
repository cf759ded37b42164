import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `Adicionar a ${name}`
export const listEmpty = 'Nenhum ainda.'
export const listUp = (name: Part) => `Mover ${name} para cima`
export const pairsName = (name: Part) => `Nome em ${name}`
export const pairsValue = (name: Part) => `Valor em ${name}`
export const groupRules = 'Lido por regras'
export const groupModel = 'Lido por um modelo de linguagem'
export const groupMedia = 'Imagens e tempo'
export const schemaMode = 'Como o esquema é editado'
export const schemaFields = 'Campos'
export const schemaExample = 'De um exemplo'
export const schemaValid = 'válido'
export const schemaCount = (count: Part) => (count === 1 ? 'um campo' : `${count} campos`)
export const schemaComplex = 'Este esquema tem partes que só o JSON mostra.'
export const schemaName = 'Nome do campo'
export const schemaType = 'Tipo do campo'
export const schemaRequired = 'Obrigatório'
export const schemaAbout = 'O que significa'
export const schemaInside = (name: Part) => `Campo em ${name}`
export const schemaNamePlaceholder = 'nome'
export const schemaAboutPlaceholder = 'significado, se o nome não o diz'
export const exampleLabel = 'Exemplo do resultado em JSON'
export const exampleUse = 'Criar os campos'
export const exampleProblem = 'Cole um objeto JSON, por exemplo {"title": "Kettle", "price": 34.9}.'
export const typeText = 'texto'
export const typeNumber = 'número'
export const typeBoolean = 'sim ou não'
export const typeTexts = 'lista de textos'
export const typeNumbers = 'lista de números'
export const typeGroup = 'grupo'
export const typeGroups = 'lista de grupos'
export const invalidJson = 'JSON inválido'
export const invalidSchema = 'um esquema é um objeto JSON'
