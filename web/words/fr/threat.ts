import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = 'Rien n’est vérifié.'
export const offCost = 'Gratuit.'
export const manualMeaning = 'Les listes de l’équipe décident.'
export const normalMeaning = 'Les listes décident d’abord, puis les classificateurs de ce service.'
export const normalCost = `${prices.threatScan} crédits pour chaque URL jugée par un classificateur, même bloquée ; les décisions des listes sont gratuites.`
export const policyTitle = 'Règles'
export const policyViewer = 'Un administrateur de l’équipe peut les modifier.'
export const policyChanged = (updatedAt: Part) => `Modifiée ${updatedAt}.`
export const policyChangedBy = (name: Part, updatedAt: Part) =>
  `Modifiée par ${name}, ${updatedAt}.`
export const policyDiscard = 'Abandonner mes modifications et charger les règles enregistrées'
export const blockedTitle = 'Bloqués dans les dernières 24 heures'
export const blockedEmpty = 'Rien n’a été bloqué.'
export const tldsHint = 'Entrée en ajoute un, comme zip ; une liste peut être collée.'
export const tldsInvalid = (text: Part) => `${text} n’est pas un domaine de premier niveau.`
export const tldsLabel = 'Domaines de premier niveau bloqués'
export const modeLabel = 'Mode'
export const modeEnforced = ' L’opérateur a imposé la protection contre les menaces.'
export const classifiersLabel = 'Classificateurs : '
export const classifiersNone = 'aucun n’est configuré'
export const scoreLabel = 'Score qui bloque'
export const scoreStrict = 'bloque tout ce qui n’est pas connu comme sûr'
export const scoreMedium = 'bloque les menaces probables'
export const scoreLenient = 'ne bloque que les menaces connues'
export const scoreText = (score: Part, meaning: Part) => `${score} : ${meaning}`
export const outageLabel = 'Quand un classificateur échoue'
export const outageBlock = 'bloquer'
export const outageAllow = 'autoriser'
export const outageBlockHint =
  'Tant qu’un classificateur ne répond pas, ses URL sont refusées : des tâches peuvent échouer.'
export const outageAllowHint =
  'Tant qu’un classificateur ne répond pas, ses URL sont lues sans vérification.'
export const overrideLabel = 'Les requêtes peuvent passer outre'
export const deniedLabel = 'Domaines bloqués'
export const deniedHint = 'Un par ligne : example.com, ou *.example.com pour ses sous-domaines.'
export const allowedLabel = 'Domaines autorisés'
export const allowedHint = 'Autorisés quoi que disent les autres règles.'
export const trialTitle = 'Essayer une URL'
export const trialHint = 'Les règles enregistrées décident. Rien n’est lu ni facturé.'
export const trialAllowed = 'Autorisée.'
export const trialBlocked = 'Bloquée.'
export const trialUndecided = 'Aucune règle n’a décidé.'
export const trialRule = (rule: Part) => `Règle : ${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `, par ${provider}${categories === '' ? '' : ` (${categories})`}`
export const listsCount = (number: Part, most: Part) => `${number} entrées sur ${most} au plus.`
export const listsInvalid = (line: Part, text: Part) => `Ligne ${line} : ${text} n’est pas valide.`
