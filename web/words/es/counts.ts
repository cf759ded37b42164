import { formatNumber } from '../../format.ts'

const counted = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

export const addresses = (number: number) => counted(number, 'dirección', 'direcciones')
export const characters = (number: number) => counted(number, 'carácter', 'caracteres')
export const checks = (number: number) => counted(number, 'comprobación', 'comprobaciones')
export const credits = (number: number) => counted(number, 'crédito', 'créditos')
export const fields = (number: number) => counted(number, 'campo', 'campos')
export const monitors = (number: number) => counted(number, 'monitor', 'monitores')
export const pages = (number: number) => counted(number, 'página', 'páginas')
export const records = (number: number) => counted(number, 'registro', 'registros')
export const results = (number: number) => counted(number, 'resultado', 'resultados')
export const steps = (number: number) => counted(number, 'paso', 'pasos')
export const tasks = (number: number) => counted(number, 'tarea', 'tareas')
export const tokens = (number: number) => counted(number, 'token', 'tokens')
export const failedDeliveries = (number: number) =>
  counted(number, 'entrega fallida', 'entregas fallidas')
export const failedPages = (number: number) => counted(number, 'página fallida', 'páginas fallidas')
export const unchangedLines = (number: number) =>
  counted(number, 'línea sin cambios', 'líneas sin cambios')
