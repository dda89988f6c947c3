import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { seal, unseal } from '#core/server/secrets.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { EmbeddedConfig, SiteChange } from '../contract.ts'
import { lmsEnvironment } from '../../shared/server/environment.ts'
import { FrappeClient } from './frappe/client.ts'
import { isReadableOnItsWay, UNENCRYPTED_MESSAGE, type FrappeSite } from './frappe/transport.ts'

const row = z.object({ baseUrl: z.string(), credentials: z.instanceof(Buffer), updatedAt: z.string() })
type Row = z.infer<typeof row>

const selectSite = statement(
  row,
  `select base_url as "baseUrl", credentials, updated_at as "updatedAt" from lms_frappe_sites`,
)

async function read(scope: PlatformScope): Promise<Row | undefined> {
  const [found] = await scope.rows(selectSite)
  return found
}

const credentials = z.object({ apiKey: z.string(), apiSecret: z.string() })

/** Decrypts the credentials; undefined if the session key has changed since. */
function openCredentials(core: Core, sealed: Buffer): z.infer<typeof credentials> | undefined {
  const text = unseal(core.env.sessionKey, sealed)
  return text === undefined ? undefined : credentials.parse(JSON.parse(text))
}

const builtInFeatures = ['Courses from training modules', 'Versions', 'Enrolment in required courses']
const frappeFeatures = ['Courses from training modules', 'Quizzes', 'Programs', 'Learners']

function view(core: Core, found: Row | undefined): EmbeddedConfig {
  return {
    type: found ? 'frappe' : 'built-in',
    integrationMode: found ? 'external' : 'embedded',
    status: found && !openCredentials(core, found.credentials) ? 'unreadable' : 'active',
    features: found ? frappeFeatures : builtInFeatures,
    baseUrl: found?.baseUrl ?? null,
    isKeySet: found !== undefined,
    updatedAt: found?.updatedAt ?? null,
  }
}

export const readConfig = async (scope: PlatformScope): Promise<EmbeddedConfig> => view(scope.core, await read(scope))

/** Reads the configured site; undefined for the built-in LMS. @throws embedded-lms.unreadable (409) */
export async function getSite(scope: PlatformScope): Promise<FrappeSite | undefined> {
  const found = await read(scope)
  if (!found) return undefined
  const known = openCredentials(scope.core, found.credentials)
  if (!known) throw invalidField('apiKey', 'The key was kept with another SESSION_KEY. Enter it again.')
  return { baseUrl: found.baseUrl, ...known }
}

export const getCurrentSite = (core: Core): Promise<FrappeSite | undefined> => core.db.platform(systemActor, getSite)

export const newClient = (
  core: Core,
  site: FrappeSite,
  how: { beforeEach?: () => Promise<void>; attempts?: number; timeout?: number } = {},
): FrappeClient =>
  new FrappeClient(site, {
    allowPrivate: core.env.of(lmsEnvironment).frappeAllowPrivate,
    allowHttp: core.env.of(lmsEnvironment).frappeAllowHttp,
    clock: core.clock,
    ...how,
  })

/**
 * Resolves a site from input. A stored key is only used for the address that it was entered for: changing the address requires
 * a new key.
 * @throws invalid (400) at `baseUrl`, `apiKey` or `apiSecret`
 */
export async function resolveSite(
  scope: PlatformScope,
  { baseUrl, apiKey, apiSecret }: Pick<SiteChange, 'baseUrl' | 'apiKey' | 'apiSecret'>,
): Promise<FrappeSite> {
  const { frappeAllowHttp } = scope.core.env.of(lmsEnvironment)
  if (!frappeAllowHttp && isReadableOnItsWay(new URL(baseUrl))) throw invalidField('baseUrl', UNENCRYPTED_MESSAGE)
  if (apiKey && apiSecret) return { baseUrl, apiKey, apiSecret }
  if (apiKey) throw invalidField('apiSecret', 'Enter the secret of this key')
  if (apiSecret) throw invalidField('apiKey', 'Enter the key of this secret')
  const found = await read(scope)
  const known = found?.baseUrl === baseUrl ? openCredentials(scope.core, found.credentials) : undefined
  if (!known) throw invalidField('apiKey', 'Enter the key of an account of this site')
  return { baseUrl, ...known }
}

const upsertSite = statement(
  `insert into lms_frappe_sites (base_url, credentials, updated_at) values ($baseUrl, $credentials, $now)
    on conflict (id) do update
      set base_url = excluded.base_url, credentials = excluded.credentials, updated_at = excluded.updated_at`,
)

const lockSite = statement(`select pg_advisory_xact_lock(hashtextextended('lms.frappe-site', 0))`)

/** Changes the site. @throws outdated (409) if `updatedAt` is given and has changed; invalid (400) at the key */
export async function changeSite(scope: PlatformScope, change: SiteChange): Promise<EmbeddedConfig> {
  await scope.rows(lockSite)
  const before = await read(scope)
  refuseOutdated('the address of the LMS', before?.updatedAt ?? null, change.updatedAt)
  const { baseUrl, ...known } = await resolveSite(scope, change)
  await scope.rows(upsertSite, {
    baseUrl,
    credentials: seal(scope.core.env.sessionKey, JSON.stringify(known)),
    now: nextVersion(scope.core.clock, before?.updatedAt ?? null),
  })
  await record(scope, {
    action: 'embedded-lms.site-changed',
    category: 'security',
    description: `Set the Frappe LMS site ${baseUrl}`,
    resource: 'embedded_lms',
    before: { baseUrl: before?.baseUrl ?? null },
    after: { baseUrl },
    metadata: { credentialsChanged: change.apiKey !== '' },
  })
  return readConfig(scope)
}

const deleteSiteRow = statement(
  z.object({ baseUrl: z.string() }),
  `delete from lms_frappe_sites returning base_url as "baseUrl"`,
)

export async function removeSite(scope: PlatformScope): Promise<EmbeddedConfig> {
  await scope.rows(lockSite)
  const [before] = await scope.rows(deleteSiteRow)
  if (before) {
    await record(scope, {
      action: 'embedded-lms.site-removed',
      category: 'security',
      description: `Went back to the built-in LMS from ${before.baseUrl}`,
      resource: 'embedded_lms',
      before,
      after: { baseUrl: null },
    })
  }
  return readConfig(scope)
}
