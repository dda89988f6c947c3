import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { Database } from '../../core.ts'
import { Cache } from '../../database/cache.ts'
import type { Invalidations } from '../../database/invalidations.ts'
import { statement } from '../../database/statement.ts'
import { systemActor } from '../actor.ts'
import { Configurations, type SignInProviders } from './oidc.ts'
import { provider, providerColumns, SSO_TOPIC, type Provider } from './provider.ts'

const selectProvider = statement(provider, `select ${providerColumns} from sso_providers p where p.id = $id`)

// Others than the only way would only lead to a refusal.
const selectShown = statement(
  z.object({ id: z.string(), name: z.string() }),
  `select p.id, p.name from sso_providers p
    where p.is_enabled and (p.tenant_id = $tenantId or p.tenant_id is null)
      and not exists (select from sso_providers o where o.tenant_id = $tenantId and o.is_only_way and o.id <> p.id)
    order by p.tenant_id is null, p.created_at, p.id`,
)

/** Identity providers, in memory on every node until an invalidation. */
export class StoredSignInProviders implements SignInProviders {
  readonly #db: Database
  readonly #byId: Cache<Provider | null>
  readonly #shown: Cache<{ id: string; name: string }[]>
  readonly configurations: Configurations

  constructor(db: Database, invalidations: Invalidations, env: Env) {
    this.#db = db
    this.configurations = new Configurations(env)
    this.#byId = new Cache(invalidations, 2000)
    this.#shown = new Cache(invalidations, 2000)
    invalidations.on(SSO_TOPIC, (id) => {
      this.#byId.forget((_, key) => key === id)
      this.#shown.clear()
    })
  }

  /** Finds a provider that is enabled; null for others. */
  async find(id: string): Promise<Provider | null> {
    const found = await this.#byId.get(id, () =>
      this.#db.platform(systemActor, async ({ rows }) => (await rows(selectProvider, { id }))[0] ?? null),
    )
    return found?.isEnabled ? found : null
  }

  /** Lists those that the sign-in page of an organization shows, with the platform's; null: of the platform's host. */
  shownOn(tenantId: string | null): Promise<{ id: string; name: string }[]> {
    return this.#shown.get(tenantId ?? 'platform', () =>
      this.#db.platform(systemActor, ({ rows }) => rows(selectShown, { tenantId })),
    )
  }
}
