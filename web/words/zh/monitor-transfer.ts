import type { Part } from '../part.ts'

export const transferTitle = '导入和导出'
export const exportButton = '全部保存为文件'
export const importLabel = '要导入的文件'
export const importHint = '在此保存的文件，或 changedetection.io 备份中的 url-watches.json。'
export const importUnknown =
  '这不是监控文件。请选择在此保存的文件，或 changedetection.io 的 url-watches.json。'
export const importResult = (monitors: Part) => `已添加${monitors}。`
export const importLeft = (name: Part, left: Part) => `${name}：不含${left}`
export const importRefused = (name: Part, reason: Part) => `${name} 被拒绝：${reason}`
export const leftSteps = '浏览器步骤'
