import { isIP } from 'node:net'
import { z } from 'zod'
import { isLanguageCode } from '#core/contract/languages.ts'

export const flag = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true')

/** No platform has more proxies before it; a wrong count would believe what the client wrote. */
const MOST_PROXIES = 10

/** A number of proxies, or their addresses and networks. */
const proxies = z.string().transform((value, context): number | string[] => {
  if (/^\d+$/.test(value) && Number(value) <= MOST_PROXIES) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (addresses.every(isAddressOrNetwork)) return addresses
  context.addIssue(
    `Must be the number of proxies that every request passes (1 to ${MOST_PROXIES}), or their addresses and networks with commas, such as 10.0.0.5,fd00::/8`,
  )
  return z.NEVER
})

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits === undefined) return longest > 0
  // A network of all addresses would trust every client.
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest
}

/** Address of an S3-compatible bucket by path, with a folder in it if need be. */
export const bucketUrl = z
  .url({ protocol: /^https?$/, error: 'Must look like https://s3.example.org/bucket/folder' })
  .refine((url) => new URL(url).pathname.length > 1, 'Must name a bucket: https://s3.example.org/bucket')
  .optional()

const port = z.coerce.number().int().min(0).max(65_535)
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'Must look like postgres://user:password@host:5432/database' })
  .optional()

/** Variables that the platform itself reads. */
export const variables = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` requires `SESSION_KEY` and an https `PUBLIC_URL`, and refuses demo data'),
  PORT: port.default(3000).describe('port of the platform'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address that it listens on'),
  WORK_PORT: port
    .optional()
    .meta({ default: 'no port', description: 'port on which `work` answers health and metrics, such as `3001`' }),
  DATABASE_URL: postgresUrl.meta({
    default: 'embedded PostgreSQL',
    description:
      '`postgres://user:password@host:5432/database`, PostgreSQL 15 or newer; its user must be able to create roles at one start, or be granted `trellis_app`, `trellis_tenant` and `trellis_operator` (the start and `doctor` print the statements)',
  }),
  DATABASE_DIRECT_URL: postgresUrl.meta({
    default: 'no pooler',
    description:
      'where `DATABASE_URL` is a pooler in transaction mode: the address of the server itself, for jobs, listening, migrations and backups',
  }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).describe('connections of each node'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('folder of the embedded database, keys, backups and uploaded files'),
  PLATFORM_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'Must be a domain name')
    .default('localhost')
    .describe('organizations live at `<subdomain>.<domain>`'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Must look like https://learn.example.org' })
    .optional()
    .describe('address of the platform for people; `https://…` makes cookies secure'),
  SESSION_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'Must be 32 bytes in hex (64 digits)')
    .optional()
    .meta({ default: 'created once under `DATA_DIR`', description: '32 bytes in hex' }),
  ADMIN_EMAIL: z.email('Must be an email address').optional().describe('email address of the first super admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'Must have at least 8 characters')
    .max(200)
    .optional()
    .describe('password of the first super admin; outside demo mode an easily guessed one stops the start'),
  DEMO: flag.optional().meta({
    default: '`1` on the embedded database outside production',
    description: 'loads demo data and shows its credentials on the sign-in page; refused in production',
  }),
  PLATFORM_PLUGINS_OFF: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .describe('ids of plugins to switch off, separated by commas'),
  PLATFORM_LANGUAGES: z
    .string()
    .default('en,es')
    .transform((value) => [...new Set(['en', ...value.split(',').map((code) => code.trim())])].filter(Boolean))
    .refine((codes) => codes.every(isLanguageCode), 'Must be languages with commas, such as en,es,ar')
    .describe('languages of the web app that organizations may offer, separated by commas; English is always one'),
  FILES_S3_URL: bucketUrl.meta({
    default: 'files under `DATA_DIR`',
    description: '`https://s3.example.org/bucket/folder`: S3-compatible bucket of uploaded files, addressed by path',
  }),
  FILES_S3_ACCESS_KEY: z.string().optional().describe('required with `FILES_S3_URL`'),
  FILES_S3_SECRET_KEY: z.string().optional().describe('required with `FILES_S3_URL`'),
  FILES_S3_REGION: z.string().default('us-east-1').describe('region of the bucket'),
  MAIL_ALLOW_PRIVATE: flag
    .default(false)
    .describe('`1` allows a mail server on this machine or in the network around it, such as a relay on `localhost`'),
  METRICS_TOKEN: z.string().min(16, 'Must have at least 16 characters').optional().meta({
    default: 'this machine alone, without a proxy',
    description: 'bearer token that `/metrics` requires',
  }),
  STOP_DELAY: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('seconds for which a stopping node still serves while `/api/ready` answers 503, for proxies that ask it'),
  TRUST_PROXY: proxies
    .default(0)
    .describe('number of reverse proxies that every request passes (1 to 10), or their addresses and networks'),
  TRUST_FORWARDED_HOST: flag
    .default(false)
    .describe('`1` where the proxy changes `Host` and sends the original in `X-Forwarded-Host`'),
  INSECURE_HTTP: flag
    .default(false)
    .describe('`1` allows production without https: cookies and passwords travel unencrypted'),
  PUSH_ALLOW_PRIVATE: flag
    .default(false)
    .describe('`1` allows push services on this machine or in the network around it, also without encryption'),
  SSO_ALLOW_PRIVATE: flag
    .default(false)
    .describe(
      '`1` allows identity providers of single sign-on on this machine or in the network around it, also without encryption',
    ),
  WEBHOOKS_ALLOW_PRIVATE: flag
    .default(false)
    .describe('`1` allows webhooks to this machine or the network around it, also without encryption'),
  SERVICE_WORKER_OFF: flag
    .default(false)
    .describe('`1` makes browsers give up the service worker, and what it has stored, at their next visit'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional().meta({
    default: '`info` in production, `warn` elsewhere',
    description: 'level of the JSON lines on standard output',
  }),
}
