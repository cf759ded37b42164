import type { Part } from '../part.ts'

export const typesStock = 'Stock'
export const conditionsBelow = 'passe sous'
export const conditionsAbove = 'dépasse'
export const conditionsPercent = 'change de pour cent'
export const conditionsBy = 'change de'
export const conditionsChanges = 'change'
export const conditionsAppears = 'apparaît'
export const conditionsDisappears = 'disparaît'
export const conditionsIn = 'est de nouveau là'
export const conditionsOut = 'est épuisé'
export const partTitle = 'Seulement une partie de la page'
export const includeLabel = 'Surveiller seulement'
export const includeHint = 'Sélecteurs CSS, XPath ou chemins JSON comme $.price. Un par ligne.'
export const ignoreLabel = 'Ignorer les lignes contenant'
export const ignoreHint =
  'Un texte, ou un motif entre barres obliques : /\\d+ people/. Un par ligne.'
export const rulesTitle = 'M’avertir quand'
export const rulesHint =
  'Sans règle, vous êtes averti de chaque changement. Avec plusieurs, une seule suffit.'
export const rulesAdd = 'Ajouter une règle'
export const rulesType = (rule: Part) => `Type de la règle ${rule}`
export const rulesWhen = (rule: Part) => `Condition de la règle ${rule}`
export const rulesValue = (rule: Part) => `Valeur de la règle ${rule}`
export const rulesText = (rule: Part) => `Texte de la règle ${rule}`
export const rulesAfter = (rule: Part) => `Texte avant le nombre de la règle ${rule}`
export const rulesAfterPlaceholder = 'après ce texte'
export const rulesTextPlaceholder = 'Épuisé'
export const rulesRemove = (rule: Part) => `Retirer la règle ${rule}`
export const watchedTitle = 'Ce qui serait surveillé'
export const watchedIgnored = 'Ignoré'
export const watchedEmpty = 'Rien : les sélecteurs ne choisissent aucun texte de cette page.'
export const watchedNow = (name: Part, value: Part) => `${name} vaut maintenant ${value}`
export const watchedUnknown = (name: Part) => `Aucun ${name} n’a été trouvé.`
export const watchedYes = 'présent'
export const watchedNo = 'absent'
export const resultsLabel = 'Règles'
export const resultsMet = 'remplie'
export const resultsNotMet = 'non remplie'
export const resultsNow = (found: Part, before: Part) => `maintenant ${found}, avant ${before}`
export const resultsFirst = (found: Part) => `maintenant ${found}`
