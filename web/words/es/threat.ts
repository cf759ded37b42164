import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = 'No se comprueba nada.'
export const offCost = 'Gratis.'
export const manualMeaning = 'Deciden las listas del equipo.'
export const normalMeaning =
  'Primero deciden las listas, después los clasificadores de este servicio.'
export const normalCost = `${prices.threatScan} créditos por cada URL que juzga un clasificador, también si se bloquea; las decisiones de las listas son gratis.`
export const policyTitle = 'Reglas'
export const policyViewer = 'Un administrador del equipo puede cambiarlas.'
export const policyChanged = (updatedAt: Part) => `Cambiadas ${updatedAt}.`
export const policyChangedBy = (name: Part, updatedAt: Part) =>
  `Cambiadas por ${name}, ${updatedAt}.`
export const policyDiscard = 'Descartar mis cambios y cargar las reglas guardadas'
export const blockedTitle = 'Bloqueados en las últimas 24 horas'
export const blockedEmpty = 'No se bloqueó nada.'
export const tldsHint = 'Intro añade uno, como zip; se puede pegar una lista.'
export const tldsInvalid = (text: Part) => `${text} no es un dominio de nivel superior.`
export const tldsLabel = 'Dominios de nivel superior bloqueados'
export const modeLabel = 'Modo'
export const modeEnforced = ' El operador ha impuesto la protección contra amenazas.'
export const classifiersLabel = 'Clasificadores: '
export const classifiersNone = 'no hay ninguno configurado'
export const scoreLabel = 'Puntuación que bloquea'
export const scoreStrict = 'bloquea todo lo que no se sabe que es seguro'
export const scoreMedium = 'bloquea amenazas probables'
export const scoreLenient = 'bloquea solo amenazas conocidas'
export const scoreText = (score: Part, meaning: Part) => `${score}: ${meaning}`
export const outageLabel = 'Cuando falla un clasificador'
export const outageBlock = 'bloquear'
export const outageAllow = 'permitir'
export const outageBlockHint =
  'Mientras un clasificador no responde, sus URL se rechazan: puede haber trabajos fallidos.'
export const outageAllowHint =
  'Mientras un clasificador no responde, sus URL se leen sin comprobar.'
export const overrideLabel = 'Las solicitudes pueden anular las reglas'
export const deniedLabel = 'Dominios bloqueados'
export const deniedHint = 'Uno por línea: example.com, o *.example.com para sus subdominios.'
export const allowedLabel = 'Dominios permitidos'
export const allowedHint = 'Permitidos digan lo que digan las otras reglas.'
export const trialTitle = 'Probar una URL'
export const trialHint = 'Deciden las reglas guardadas. No se lee ni se cobra nada.'
export const trialAllowed = 'Permitida.'
export const trialBlocked = 'Bloqueada.'
export const trialUndecided = 'No decidió ninguna regla.'
export const trialRule = (rule: Part) => `Regla: ${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `, por ${provider}${categories === '' ? '' : ` (${categories})`}`
export const listsCount = (number: Part, most: Part) => `${number} de ${most} entradas como máximo.`
export const listsInvalid = (line: Part, text: Part) => `Línea ${line}: ${text} no es válido.`
