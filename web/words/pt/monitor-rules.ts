import type { Part } from '../part.ts'

export const typesStock = 'Estoque'
export const conditionsBelow = 'cai abaixo de'
export const conditionsAbove = 'sobe acima de'
export const conditionsPercent = 'muda em por cento'
export const conditionsBy = 'muda em'
export const conditionsChanges = 'muda'
export const conditionsAppears = 'aparece'
export const conditionsDisappears = 'desaparece'
export const conditionsIn = 'está de volta'
export const conditionsOut = 'esgota'
export const partTitle = 'Só uma parte da página'
export const includeLabel = 'Observar apenas'
export const includeHint = 'Seletores CSS, XPath ou caminhos JSON como $.price. Um por linha.'
export const ignoreLabel = 'Ignorar linhas com'
export const ignoreHint = 'Um texto, ou um padrão entre barras: /\\d+ people/. Um por linha.'
export const rulesTitle = 'Avisar-me quando'
export const rulesHint = 'Sem regra, você é avisado de cada alteração. Com várias, basta uma.'
export const rulesAdd = 'Adicionar uma regra'
export const rulesType = (rule: Part) => `Tipo da regra ${rule}`
export const rulesWhen = (rule: Part) => `Condição da regra ${rule}`
export const rulesValue = (rule: Part) => `Valor da regra ${rule}`
export const rulesText = (rule: Part) => `Texto da regra ${rule}`
export const rulesAfter = (rule: Part) => `Texto antes do número da regra ${rule}`
export const rulesAfterPlaceholder = 'depois deste texto'
export const rulesTextPlaceholder = 'Esgotado'
export const rulesRemove = (rule: Part) => `Remover a regra ${rule}`
export const watchedTitle = 'O que seria observado'
export const watchedIgnored = 'Ignorado'
export const watchedEmpty = 'Nada: os seletores não escolhem nenhum texto desta página.'
export const watchedNow = (name: Part, value: Part) => `${name} agora é ${value}`
export const watchedUnknown = (name: Part) => `Nenhum ${name} foi encontrado.`
export const watchedYes = 'presente'
export const watchedNo = 'ausente'
export const resultsLabel = 'Regras'
export const resultsMet = 'atendida'
export const resultsNotMet = 'não atendida'
export const resultsNow = (found: Part, before: Part) => `agora ${found}, antes ${before}`
export const resultsFirst = (found: Part) => `agora ${found}`
