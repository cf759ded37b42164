import type { Part } from '../part.ts'

export const cardTitle = '登录验证码'
export const offText = '除密码外，每次登录还要求输入手机身份验证应用的验证码。'
export const onButton = '设置身份验证应用'
export const scanText = '用身份验证应用扫描此图片，然后输入它显示的验证码。'
export const scanPicture = '身份验证应用的二维码'
export const scanSecret = '或在应用中输入此密钥：'
export const onSubmit = '开启验证码'
export const codeLabel = '验证码'
export const onText = (left: Part) => `您使用应用的验证码登录。剩余 ${left} 个恢复码。`
export const offSubmit = '关闭验证码'
export const recoverySubmit = '新的恢复码'
export const recoveryText =
  '请妥善保管这些恢复码。手机丢失时，每个可打开控制台一次。它们不会再次显示。'
