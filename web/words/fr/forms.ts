import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `Ajouter à ${name}`
export const listEmpty = 'Aucun pour l’instant.'
export const listUp = (name: Part) => `Monter ${name}`
export const pairsName = (name: Part) => `Nom dans ${name}`
export const pairsValue = (name: Part) => `Valeur dans ${name}`
export const groupRules = 'Lu par des règles'
export const groupModel = 'Lu par un modèle de langage'
export const groupMedia = 'Images et temps'
export const schemaMode = 'Façon de modifier le schéma'
export const schemaFields = 'Champs'
export const schemaExample = 'D’après un exemple'
export const schemaValid = 'valide'
export const schemaCount = (count: Part) => (count === 1 ? 'un champ' : `${count} champs`)
export const schemaComplex = 'Ce schéma a des parties que seul le JSON montre.'
export const schemaName = 'Nom du champ'
export const schemaType = 'Type du champ'
export const schemaRequired = 'Obligatoire'
export const schemaAbout = 'Ce qu’il signifie'
export const schemaInside = (name: Part) => `Champ dans ${name}`
export const schemaNamePlaceholder = 'nom'
export const schemaAboutPlaceholder = 'sens, si le nom ne le dit pas'
export const exampleLabel = 'Exemple du résultat en JSON'
export const exampleUse = 'Créer les champs'
export const exampleProblem =
  'Collez un objet JSON, par exemple {"title": "Kettle", "price": 34.9}.'
export const typeText = 'texte'
export const typeNumber = 'nombre'
export const typeBoolean = 'oui ou non'
export const typeTexts = 'liste de textes'
export const typeNumbers = 'liste de nombres'
export const typeGroup = 'groupe'
export const typeGroups = 'liste de groupes'
export const invalidJson = 'JSON non valide'
export const invalidSchema = 'un schéma est un objet JSON'
