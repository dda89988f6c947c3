import { z } from 'zod'
import { tenantStatus } from '#core/contract/tenancy.ts'
import type { Database } from '../core.ts'
import type { TenantDirectory, TenantEntry } from './entry.ts'
import { Cache } from '../database/cache.ts'
import type { Invalidations } from '../database/invalidations.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'

const selectEntryBySubdomain = statement(
  z.object({
    id: z.string(),
    name: z.string(),
    subdomain: z.string(),
    status: tenantStatus,
    branding: z.custom<TenantEntry['branding']>(),
    timeZone: z.string(),
    languages: z.array(z.string()),
    defaultLanguage: z.string(),
    readOnly: z.boolean(),
  }),
  `select id, name, subdomain, status, branding, time_zone as "timeZone", languages, default_language as "defaultLanguage", read_only as "readOnly"
     from tenants where subdomain = $1`,
)

/** Organizations by subdomain, cached in memory and invalidated on every node. */
export class CachedTenantDirectory implements TenantDirectory {
  readonly #db: Database
  readonly #cache: Cache<TenantEntry | null>

  constructor(db: Database, invalidations: Invalidations) {
    this.#db = db
    this.#cache = new Cache(invalidations, 20_000)
    // Also forgets subdomains that were looked up while they were free.
    invalidations.on('tenant', (id) => this.#cache.forget((entry) => entry === null || entry.id === id))
  }

  /** null when no organization has the subdomain. */
  bySubdomain(subdomain: string): Promise<TenantEntry | null> {
    return this.#cache.get(subdomain, () =>
      this.#db.platform(systemActor, async ({ rows }) => {
        const [entry] = await rows(selectEntryBySubdomain, [subdomain])
        return entry ?? null
      }),
    )
  }
}
