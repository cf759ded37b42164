import { z } from 'zod'

/** Schema of an option that is on or off. */
export const flag = (isDefault: boolean, description: string) =>
  z.boolean().default(isDefault).meta({ description })
