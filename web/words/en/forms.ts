import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `Add to ${name}`
export const listEmpty = 'None yet.'
export const listUp = (name: Part) => `Move ${name} up`
export const pairsName = (name: Part) => `Name in ${name}`
export const pairsValue = (name: Part) => `Value in ${name}`
export const groupRules = 'Read by rules'
export const groupModel = 'Read by a language model'
export const groupMedia = 'Pictures and time'
export const schemaMode = 'How the schema is edited'
export const schemaFields = 'Fields'
export const schemaExample = 'From example'
export const schemaValid = 'valid'
export const schemaCount = (count: Part) => (count === 1 ? 'one field' : `${count} fields`)
export const schemaComplex = 'This schema has parts that only JSON shows.'
export const schemaName = 'Name of the field'
export const schemaType = 'Type of the field'
export const schemaRequired = 'Required'
export const schemaAbout = 'What it means'
export const schemaInside = (name: Part) => `Field in ${name}`
export const schemaNamePlaceholder = 'name'
export const schemaAboutPlaceholder = 'meaning, if the name does not say it'
export const exampleLabel = 'Example of the result as JSON'
export const exampleUse = 'Make the fields'
export const exampleProblem = 'Paste a JSON object, for example {"title": "Kettle", "price": 34.9}.'
export const typeText = 'text'
export const typeNumber = 'number'
export const typeBoolean = 'yes or no'
export const typeTexts = 'list of texts'
export const typeNumbers = 'list of numbers'
export const typeGroup = 'group'
export const typeGroups = 'list of groups'
export const invalidJson = 'not valid JSON'
export const invalidSchema = 'a schema is a JSON object'
