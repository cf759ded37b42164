import { formatNumber } from '../../format.ts'

const counted = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

export const addresses = (number: number) => counted(number, 'endereço', 'endereços')
export const characters = (number: number) => counted(number, 'caractere', 'caracteres')
export const checks = (number: number) => counted(number, 'verificação', 'verificações')
export const credits = (number: number) => counted(number, 'crédito', 'créditos')
export const fields = (number: number) => counted(number, 'campo', 'campos')
export const monitors = (number: number) => counted(number, 'monitor', 'monitores')
export const pages = (number: number) => counted(number, 'página', 'páginas')
export const records = (number: number) => counted(number, 'registro', 'registros')
export const results = (number: number) => counted(number, 'resultado', 'resultados')
export const steps = (number: number) => counted(number, 'passo', 'passos')
export const tasks = (number: number) => counted(number, 'tarefa', 'tarefas')
export const tokens = (number: number) => counted(number, 'token', 'tokens')
export const failedDeliveries = (number: number) =>
  counted(number, 'entrega que falhou', 'entregas que falharam')
export const failedPages = (number: number) =>
  counted(number, 'página que falhou', 'páginas que falharam')
export const unchangedLines = (number: number) =>
  counted(number, 'linha sem alteração', 'linhas sem alteração')
