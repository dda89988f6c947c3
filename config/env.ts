import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { whyGuessable } from '#core/server/identity/guessable.ts'
import { variables } from './variables.ts'

/**
 * The parsed environment. `databaseUrl` leads to the server itself, and is undefined when the platform runs its own
 * PostgreSQL.
 */
export interface Env {
  production: boolean
  port: number
  /** Port of a node that only works on jobs, for its health and metrics; undefined for none. */
  workPort: number | undefined
  host: string
  databaseUrl: string | undefined
  /** Address of a pooler in transaction mode, through which scopes go; undefined without one. */
  poolerUrl: string | undefined
  /** Connections per node. */
  databasePool: number
  dataDir: string
  platformDomain: string
  publicUrl: string | undefined
  /** 32 bytes. */
  sessionKey: Buffer
  admin: { email: string | undefined; password: string | undefined }
  demo: boolean
  pluginsOff: string[]
  /** Languages that organizations may offer, English among them. */
  languages: string[]
  /** Storage of uploaded files: an S3-compatible bucket; undefined stores them under the data directory. */
  files: { s3: S3Location | undefined }
  /** True if the mail server of the settings may be on this machine or in the network around it. */
  mailAllowPrivate: boolean
  /** True if push services may be on this machine or in the network around it, and need no encryption. */
  pushAllowPrivate: boolean
  /** True if identity providers may be on this machine or in the network around it, and need no encryption. */
  ssoAllowPrivate: boolean
  /** True if webhooks may go to this machine or the network around it, and need no encryption. */
  webhooksAllowPrivate: boolean
  metricsToken: string | undefined
  /** Seconds for which a node that was asked to stop still serves, while `/api/ready` answers that it stops. */
  stopDelay: number
  /** Number of proxies that a request passes, 0 for none, or addresses and networks (CIDR) of all that it may pass. */
  trustProxy: number | string[]
  /** True if the proxy in front of the platform says in `X-Forwarded-Host` which host was asked for. */
  trustForwardedHost: boolean
  /** True if browsers give up the service worker and all that it has stored. */
  serviceWorkerOff: boolean
  logLevel: string
  /** Returns the environment values that a plugin declares. @throws EnvironmentError */
  of: <Values>(environment: Environment<Values>) => Values
}

type Given = Readonly<Record<string, string>>

export interface EnvironmentVariable {
  name: string
  /** Markdown: the value, or what holds without one; empty where nothing does. */
  default: string
  /** Markdown. */
  description: string
}

/** A part of the environment: the core's, or that of a plugin. */
export interface Environment<Values> {
  variables: readonly EnvironmentVariable[]
  /** One for each thing that is wrong, with the name of its variable. */
  problems: (given: Given) => string[]
  read: (given: Given) => Values
}

/**
 * Declares variables of the environment, for `environment` of `definePlugin`. `cli/environment.md` lists them with their
 * descriptions; `default` in their meta data says what holds where nothing is set.
 * @param declaration `contradictions` names what is wrong between variables that are right each for itself
 */
export function declareEnvironment<const Shape extends z.ZodRawShape, Values>(declaration: {
  variables: Shape
  contradictions?: (values: z.output<z.ZodObject<Shape>>) => string[]
  read: (values: z.output<z.ZodObject<Shape>>) => Values
}): Environment<Values> {
  const schema = z.object(declaration.variables)
  return {
    variables: Object.entries(declaration.variables).map(([name, schema]) => describeVariable(name, schema)),
    problems: (given) => {
      const { success, data, error } = schema.safeParse(given)
      if (!success) return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      return declaration.contradictions?.(data) ?? []
    },
    read: (given) => declaration.read(schema.parse(given)),
  }
}

function describeVariable(name: string, schema: z.core.$ZodType): EnvironmentVariable {
  const { description = '', default: fallback } = z.globalRegistry.get(schema) ?? {}
  const { data } = z.safeParse(schema, undefined)
  const value = typeof data === 'boolean' ? Number(data) : data
  const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '')
  return { name, description, default: typeof fallback === 'string' ? fallback : isShown ? `\`${value}\`` : '' }
}

export interface S3Location {
  endpoint: string
  bucket: string
  /** Before the names of what is kept: empty, or ending with a slash. */
  prefix: string
  region: string
  accessKey: string
  secretKey: string
}

/** Every problem of the environment at once. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

interface ReadOptions {
  /** Writes no session key where there is none yet: for commands that start nothing, which get one that is forgotten. */
  isReadOnly?: boolean
}

/**
 * Reads the environment; the only place that does.
 * @param declared what plugins declare, whose problems count too
 * @throws EnvironmentError with all problems listed, one a line
 */
export function readEnv(
  source: Readonly<Record<string, string | undefined>> = process.env,
  declared: readonly Environment<unknown>[] = [],
  { isReadOnly = false }: ReadOptions = {},
): Env {
  // An empty variable is an unset one: that is how shells and compose files leave them out.
  const given = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
  refuse([coreEnvironment, ...declared].flatMap(({ problems }) => problems(given)))
  const read = new Map<Environment<unknown>, unknown>()
  const core = coreEnvironment.read(given)
  return {
    ...core,
    sessionKey: core.sessionKey ?? (isReadOnly ? savedSessionKey(core.dataDir) : keptSessionKey(core.dataDir)),
    of: <Values>(environment: Environment<Values>) => {
      if (!read.has(environment)) {
        refuse(environment.problems(given))
        read.set(environment, environment.read(given))
      }
      return read.get(environment) as Values
    },
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new EnvironmentError(
    `The environment has ${problems.length === 1 ? 'a problem' : 'problems'}:\n  ${problems.join('\n  ')}`,
  )
}

type CoreValues = Omit<Env, 'of' | 'sessionKey'> & { sessionKey: Buffer | undefined }

function readCore(values: Variables): CoreValues {
  const dataDir = resolve(values.DATA_DIR)
  const production = values.NODE_ENV === 'production'
  return {
    production,
    port: values.PORT,
    workPort: values.WORK_PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    poolerUrl: values.DATABASE_DIRECT_URL && values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    dataDir,
    platformDomain: values.PLATFORM_DOMAIN.toLowerCase(),
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).href.replace(/\/$/, ''),
    sessionKey: values.SESSION_KEY ? Buffer.from(values.SESSION_KEY, 'hex') : undefined,
    admin: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    demo: isDemo(values),
    pluginsOff: values.PLATFORM_PLUGINS_OFF,
    languages: values.PLATFORM_LANGUAGES,
    files: {
      s3: bucketAt(values.FILES_S3_URL, {
        region: values.FILES_S3_REGION,
        accessKey: values.FILES_S3_ACCESS_KEY,
        secretKey: values.FILES_S3_SECRET_KEY,
      }),
    },
    mailAllowPrivate: values.MAIL_ALLOW_PRIVATE,
    pushAllowPrivate: values.PUSH_ALLOW_PRIVATE,
    ssoAllowPrivate: values.SSO_ALLOW_PRIVATE,
    webhooksAllowPrivate: values.WEBHOOKS_ALLOW_PRIVATE,
    metricsToken: values.METRICS_TOKEN,
    stopDelay: values.STOP_DELAY,
    trustProxy: values.TRUST_PROXY,
    trustForwardedHost: values.TRUST_FORWARDED_HOST,
    serviceWorkerOff: values.SERVICE_WORKER_OFF,
    // At a developer's terminal only what went wrong is worth a line.
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

type Variables = z.output<z.ZodObject<typeof variables>>

const isDemo = ({ NODE_ENV, DEMO, DATABASE_URL }: Variables) =>
  DEMO ?? (NODE_ENV !== 'production' && DATABASE_URL === undefined)

/** Finds contradictions between variables that are each valid by themselves. */
function contradictions(values: Variables): string[] {
  const { TRUST_PROXY, TRUST_FORWARDED_HOST } = values
  const problems = [...(values.NODE_ENV === 'production' ? missingInProduction(values) : []), ...guessableAdmin(values)]
  if (TRUST_FORWARDED_HOST && TRUST_PROXY === 0)
    problems.push('TRUST_FORWARDED_HOST: needs TRUST_PROXY, which says whose header it is')
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL: goes past the pooler of DATABASE_URL, which is missing')
  return [
    ...problems,
    ...missingBucketKeys('FILES_S3', values.FILES_S3_URL, values.FILES_S3_ACCESS_KEY, values.FILES_S3_SECRET_KEY),
  ]
}

function missingInProduction({ DEMO, SESSION_KEY, PUBLIC_URL, INSECURE_HTTP }: Variables): string[] {
  const problems: string[] = []
  if (DEMO) problems.push('DEMO: demo data and its published credentials are refused in production')
  if (!SESSION_KEY) problems.push('SESSION_KEY: required in production (32 bytes in hex)')
  if (!INSECURE_HTTP && (!PUBLIC_URL || new URL(PUBLIC_URL).protocol !== 'https:'))
    problems.push(
      'PUBLIC_URL: required in production, with https, such as https://learn.example.org: without it cookies and passwords travel in the clear (INSECURE_HTTP=1 insists on that)',
    )
  return problems
}

/** Demo mode publishes the password anyway. */
function guessableAdmin(values: Variables): string[] {
  const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password } = values
  const reason = password === undefined || isDemo(values) ? undefined : whyGuessable(password, { email })
  return reason ? [`ADMIN_PASSWORD: ${reason}`] : []
}

/** Lists the missing variables of a bucket, whose names begin alike. */
export function missingBucketKeys(
  prefix: string,
  url: string | undefined,
  accessKey: string | undefined,
  secretKey: string | undefined,
): string[] {
  const missing = { ACCESS_KEY: accessKey, SECRET_KEY: secretKey }
  return Object.entries(missing).flatMap(([name, value]) =>
    url && !value ? [`${prefix}_${name}: required with ${prefix}_URL`] : [],
  )
}

export function bucketAt(
  url: string | undefined,
  {
    region,
    accessKey = '',
    secretKey = '',
  }: { region: string; accessKey?: string | undefined; secretKey?: string | undefined },
): S3Location | undefined {
  if (!url) return undefined
  const { origin, pathname } = new URL(url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  return {
    endpoint: origin,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKey,
    secretKey,
  }
}

const keyFile = (dataDir: string) => join(dataDir, 'session.key')

/** Reads the key that was saved at a start; another one before the first. */
function savedSessionKey(dataDir: string): Buffer {
  const file = keyFile(dataDir)
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') : randomBytes(32)
}

/** Created once and stored, so that sessions survive a restart. */
function keptSessionKey(dataDir: string): Buffer {
  const file = keyFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx` leaves the winner's key in place when two processes start at once.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}

/** Environment variables that the platform itself reads. */
export const coreEnvironment = declareEnvironment({ variables, contradictions, read: readCore })
