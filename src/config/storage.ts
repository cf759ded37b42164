import { z } from 'zod'
import { countSetting, optionalTextSetting, optionalUrlSetting, setting } from './setting.ts'

export const storageSettings = {
  dataDir: setting(
    'WEIR_DATA_DIR',
    z
      .string()
      .min(1)
      .default('data')
      .describe(
        'Folder for the embedded database, page bodies and browser profiles, relative to the working directory.',
      ),
  ),
  pgBin: optionalTextSetting(
    'WEIR_PG_BIN',
    'Folder with the `initdb` and `postgres` programs for the embedded database. When unset, the ones of the npm package are used.',
  ),
  connectionsMax: countSetting(
    'WEIR_DB_POOL_MAX',
    'Connections of this process to the database at once.',
    { min: 2, max: 200, fallback: 20 },
  ),
  s3Endpoint: optionalUrlSetting(
    'WEIR_S3_ENDPOINT',
    'S3-compatible bucket for cached page bodies, screenshots and PDF files, for example `https://s3.example.org/weir`. When unset, they are stored in the data folder.',
  ),
  s3Region: setting('WEIR_S3_REGION', z.string().default('auto').describe('Region of the bucket.')),
}

export const storageSecrets = {
  databaseUrl: setting(
    'DATABASE_URL',
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional()
      .describe(
        'Connection string of an external PostgreSQL server, or of several hosts of which one takes writes: `postgres://weir@one:5432,two:5432/weir`. When unset, Weir runs the embedded one.',
      ),
  ),
  masterSecret: setting(
    'WEIR_SECRET',
    z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe(
        'Secret that signs links and webhook deliveries, and encrypts stored secrets. When unset, it is generated once and stored in the data folder. Processes that share a database must use the same secret.',
      ),
  ),
  previousSecret: setting(
    'WEIR_SECRET_PREVIOUS',
    z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe(
        'The secret until now, while `WEIR_SECRET` is changed: what it encrypted can be read, and what it signed is accepted. Remove it when `weir secrets rotate` has ended.',
      ),
  ),
  s3AccessKey: optionalTextSetting('WEIR_S3_ACCESS_KEY', 'Access key id for the bucket.'),
  s3SecretKey: optionalTextSetting('WEIR_S3_SECRET_KEY', 'Secret access key for the bucket.'),
}
