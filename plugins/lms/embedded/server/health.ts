import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import type { EmbeddedHealth, SiteChange } from '../contract.ts'
import type { FrappeClient } from './frappe/client.ts'
import { FrappeError, isObject } from './frappe/failure.ts'
import { newClient, resolveSite, getSite } from './site.ts'

/** Checks if the configured LMS accepts courses now. Opens no transaction, as the site is remote and may be slow. */
export async function readHealth(core: Core): Promise<EmbeddedHealth> {
  try {
    const site = await core.db.platform(systemActor, getSite)
    if (!site) return { healthy: true, message: 'The built-in LMS is ready.', steps: [] }
    return await examineSite(newClient(core, site, soon), site.baseUrl)
  } catch (error) {
    if (error instanceof AppError) return { healthy: false, message: error.message, steps: [] }
    throw error
  }
}

/** Tests a site that is not configured yet. @throws invalid (400) at the key */
export async function testSite(
  core: Core,
  actor: Actor,
  asked: Pick<SiteChange, 'baseUrl' | 'apiKey' | 'apiSecret'>,
): Promise<EmbeddedHealth> {
  const site = await core.db.platform(actor, (scope) => resolveSite(scope, asked))
  const health = await examineSite(newClient(core, site, soon), site.baseUrl)
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'embedded-lms.site-tested',
      category: 'system',
      description: `Tested the Frappe LMS site ${site.baseUrl}`,
      resource: 'embedded_lms',
      success: health.healthy,
      ...(health.healthy ? {} : { severity: 'warning', errorMessage: health.message }),
    }),
  )
  return health
}

/** Options for a request that a user waits for; milliseconds. */
const soon = { attempts: 1, timeout: 10_000 }

interface Step {
  label: string
  /** Returns the message of a passed step, and throws if it fails. */
  look: (client: FrappeClient) => Promise<string>
}

const steps: Step[] = [
  {
    label: 'The site answers',
    look: async (client) => {
      if ((await client.read('ping', { asGuest: true })) === 'pong') return ''
      throw new FrappeError('foreign', 'What answers there is no Frappe site.')
    },
  },
  {
    label: 'Frappe LMS is installed',
    look: async (client) => {
      await client.read('lms.lms.api.get_lms_settings', { asGuest: true }).catch((error: unknown) => {
        const isMissing = error instanceof FrappeError && ['invalid', 'not-found'].includes(error.kind)
        throw isMissing ? new FrappeError('foreign', 'The site is a Frappe site without the LMS app.') : error
      })
      return ''
    },
  },
  { label: 'The API key is known', look: async (client) => toWord(await client.read('frappe.auth.get_logged_user')) },
  {
    label: 'The account may do what is needed',
    look: async (client) => {
      const info = await client.read('lms.lms.api.get_user_info')
      const flags = isObject(info) ? info : {}
      const missing = Object.entries(roles).flatMap(([flag, role]) => (flags[flag] ? [] : [role]))
      if (missing.length === 0) return ''
      throw new FrappeError('forbidden', `The account of the API key lacks ${missing.join(' and ')}.`)
    },
  },
]

const roles = {
  is_system_manager: 'System Manager',
  is_moderator: 'Moderator',
  is_instructor: 'Course Creator',
}

async function examineSite(client: FrappeClient, baseUrl: string): Promise<EmbeddedHealth> {
  const seen: EmbeddedHealth['steps'] = []
  for (const { label, look } of steps) {
    try {
      seen.push({ label, isOk: true, message: await look(client) })
    } catch (error) {
      if (!(error instanceof FrappeError)) throw error
      return {
        healthy: false,
        message: error.message,
        steps: [...seen, { label, isOk: false, message: error.message }],
      }
    }
  }
  return { healthy: true, message: `${new URL(baseUrl).host} is ready.${await getVersions(client)}`, steps: seen }
}

/** Describes the site's versions; empty if the account may not read them. */
async function getVersions(client: FrappeClient): Promise<string> {
  const versions = await client.read('frappe.utils.change_log.get_versions').catch(() => undefined)
  const [lms, frappe] = ['lms', 'frappe'].map((app) => {
    const about = isObject(versions) ? versions[app] : undefined
    return isObject(about) ? toWord(about.version) : ''
  })
  return lms && frappe ? ` It runs Frappe LMS ${lms} on Frappe ${frappe}.` : ''
}

const toWord = (value: unknown) => (typeof value === 'string' ? value.slice(0, 140) : '')
