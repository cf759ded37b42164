import type { Part } from '../part.ts'

export const viewerRefusal = '查看者不能转换文件。请向团队管理员申请成员角色。'
export const dropText = (bytesMax: Part) =>
  `将文件拖放或粘贴到此处：PDF、办公文件、邮件、HTML 和图片，每个最大 ${bytesMax}。`
export const dropChoose = '选择文件'
export const dropInput = '要转换的文件'
export const listLabel = '已转换的文件'
export const readingText = '正在读取第一个文件。'
export const stateReading = '正在读取'
export const stateWaiting = '等待中'
export const stateDone = '已转换'
export const refusalSize = (bytesMax: Part) => `文件大于 ${bytesMax}。`
export const refusalType = (ending: Part) => `无法读取 ${ending} 类型的文件。`
export const pagesPrevious = '上一页'
export const pagesNext = '下一页'
export const pagesPosition = (page: Part, pages: Part) => `第 ${page} 页，共 ${pages} 页`
export const pagesEmpty = '此页未找到文本。'
export const pictureAlt = (page: Part) => `文件的第 ${page} 页`
export const pictureLoading = '正在绘制图片。'
export const pictureMissing = '此页没有可绘制的区域。'
