import type { z } from 'zod'
import type { Core, Job, PlatformScope, Scope, TenantScope } from '../core.ts'
import { defineJob } from '../jobs/jobs.ts'

interface Scopes {
  tenant: TenantScope
  platform: PlatformScope
}

/** In which scopes an act of a kind happens. */
type Where = keyof Scopes | 'either'

type ScopeOf<W extends Where> = W extends keyof Scopes ? Scopes[W] : Scope

/** Something that happened, announced to whoever listens. `name` is stable: `tenants.organization-created`. */
export interface Event<Payload extends z.ZodType = z.ZodType, W extends Where = Where> {
  name: string
  payload: Payload
  where: W
}

/** @param where the scopes in which it happens; what listens within the act gets such a scope */
export function defineEvent<Payload extends z.ZodType, const W extends Where = 'either'>(
  name: string,
  payload: Payload,
  where = 'either' as W,
): Event<Payload, W> {
  return { name, payload, where }
}

type Within = (scope: Scope, payload: unknown) => Promise<void>

/** One listener of one event: within the act, or as a job of its own. */
export type Subscription = { event: Event } & ({ runs: 'within'; run: Within } | { runs: 'later'; job: Job })

interface JobScopes extends Scopes {
  none: Core
}

interface Later<Kind extends keyof JobScopes, Payload extends z.ZodType> {
  /** After the act, as a job that is retried alone, at least once for each event: for mail, HTTP and all that is slow. */
  runs: 'later'
  /** Stable, and says who listens: `billing.start-subscription`. */
  name: string
  scope: Kind
  run: (scope: JobScopes[Kind], payload: z.output<Payload>) => Promise<void>
}

interface WithinAct<Payload extends z.ZodType, W extends Where> {
  /** In the transaction of the act, for what only writes rows; throwing undoes the act. */
  runs: 'within'
  run: (scope: ScopeOf<W>, payload: z.output<Payload>) => Promise<void>
}

/** Listens to an event. The declaration says whether that belongs to the act or follows it. */
export function subscribe<Payload extends z.ZodType, W extends Where, Kind extends keyof JobScopes>(
  event: Event<Payload, W>,
  listener: Later<Kind, Payload> | WithinAct<Payload, W>,
): Subscription {
  if (listener.runs === 'within') return { event, runs: 'within', run: listener.run as Within }
  const { name, scope, run } = listener
  return { event, runs: 'later', job: defineJob({ name, scope, run, payload: event.payload }) }
}

/** The jobs of those who listen later. */
export function listeningJobs(list: readonly Subscription[]): Job[] {
  return list.flatMap((listener) => (listener.runs === 'later' ? [listener.job] : []))
}

const subscriptions = new WeakMap<Core, Map<string, Subscription[]>>()

/** Tells the platform who listens to what. */
export function connectSubscriptions(core: Core, list: readonly Subscription[]): void {
  subscriptions.set(
    core,
    Map.groupBy(list, ({ event }) => event.name),
  )
}

/**
 * Announces an event in the transaction of the scope: listeners within the act run now, in the order in which plugins
 * are listed, and the others get a job each. What rolls back was never announced.
 * @param tenantId the organization concerned, where the scope is the platform's
 */
export async function emit<Payload extends z.ZodType, W extends Where>(
  scope: ScopeOf<W>,
  event: Event<Payload, W>,
  payload: z.input<Payload>,
  tenantId?: string,
): Promise<void> {
  const parsed: unknown = event.payload.parse(payload)
  for (const listener of subscriptions.get(scope.core)?.get(event.name) ?? []) {
    if (listener.runs === 'within') await listener.run(scope, parsed)
    else await scope.core.jobs.send(scope, listener.job, payload, { tenantId })
  }
}
