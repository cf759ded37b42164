import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = 'Nada é verificado.'
export const offCost = 'Grátis.'
export const manualMeaning = 'As listas da equipe decidem.'
export const normalMeaning = 'Primeiro decidem as listas, depois os classificadores deste serviço.'
export const normalCost = `${prices.threatScan} créditos por URL que um classificador avalia, mesmo se for bloqueada; decisões das listas são grátis.`
export const policyTitle = 'Regras'
export const policyViewer = 'Um administrador da equipe pode alterá-las.'
export const policyChanged = (updatedAt: Part) => `Alteradas ${updatedAt}.`
export const policyChangedBy = (name: Part, updatedAt: Part) =>
  `Alteradas por ${name}, ${updatedAt}.`
export const policyDiscard = 'Descartar minhas alterações e carregar as regras guardadas'
export const blockedTitle = 'Bloqueados nas últimas 24 horas'
export const blockedEmpty = 'Nada foi bloqueado.'
export const tldsHint = 'Enter adiciona um, como zip; uma lista pode ser colada.'
export const tldsInvalid = (text: Part) => `${text} não é um domínio de topo.`
export const tldsLabel = 'Domínios de topo bloqueados'
export const modeLabel = 'Modo'
export const modeEnforced = ' O operador impôs a proteção contra ameaças.'
export const classifiersLabel = 'Classificadores: '
export const classifiersNone = 'nenhum está configurado'
export const scoreLabel = 'Pontuação que bloqueia'
export const scoreStrict = 'bloqueia tudo o que não é sabidamente seguro'
export const scoreMedium = 'bloqueia ameaças prováveis'
export const scoreLenient = 'bloqueia só ameaças conhecidas'
export const scoreText = (score: Part, meaning: Part) => `${score}: ${meaning}`
export const outageLabel = 'Quando um classificador falha'
export const outageBlock = 'bloquear'
export const outageAllow = 'permitir'
export const outageBlockHint =
  'Enquanto um classificador não responde, suas URLs são recusadas: trabalhos podem falhar.'
export const outageAllowHint =
  'Enquanto um classificador não responde, suas URLs são lidas sem verificação.'
export const overrideLabel = 'Solicitações podem substituir as regras'
export const deniedLabel = 'Domínios bloqueados'
export const deniedHint = 'Um por linha: example.com, ou *.example.com para seus subdomínios.'
export const allowedLabel = 'Domínios permitidos'
export const allowedHint = 'Permitidos digam o que disserem as outras regras.'
export const trialTitle = 'Experimentar uma URL'
export const trialHint = 'As regras guardadas decidem. Nada é lido nem cobrado.'
export const trialAllowed = 'Permitida.'
export const trialBlocked = 'Bloqueada.'
export const trialUndecided = 'Nenhuma regra decidiu.'
export const trialRule = (rule: Part) => `Regra: ${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `, por ${provider}${categories === '' ? '' : ` (${categories})`}`
export const listsCount = (number: Part, most: Part) => `${number} de no máximo ${most} entradas.`
export const listsInvalid = (line: Part, text: Part) => `Linha ${line}: ${text} não é válido.`
