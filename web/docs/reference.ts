import './reference.css'
import { startThemeSwitch } from './theme-switch.ts'

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown

startThemeSwitch()
SwaggerUIBundle({
  url: '/v2/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
})
