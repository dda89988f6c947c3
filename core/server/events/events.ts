import type { z } from 'zod'
import type { Core, Job, PlatformScope, Scope, TenantScope } from '../core.ts'
import { defineJob } from '../jobs/jobs.ts'

interface Scopes {
  tenant: TenantScope
  platform: PlatformScope
}

/** Scopes in which an event can happen. */
type Where = keyof Scopes | 'either'

type ScopeOf<W extends Where> = W extends keyof Scopes ? Scopes[W] : Scope

/** Something that happened, announced to listeners. `name` is stable: `tenants.organization-created`. */
export interface Event<Payload extends z.ZodType = z.ZodType, W extends Where = Where> {
  name: string
  payload: Payload
  where: W
}

/** @param where the scopes in which it happens; listeners within the act get such a scope */
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
  /** After the act, as a job that is retried alone, at least once for each event: for email, HTTP and other slow work. */
  runs: 'later'
  /** Stable name of the listener: `billing.start-subscription`. */
  name: string
  scope: Kind
  run: (scope: JobScopes[Kind], payload: z.output<Payload>) => Promise<void>
}

interface WithinAct<Payload extends z.ZodType, W extends Where> {
  /** In the transaction of the act, for listeners that only write rows; throwing undoes the act. */
  runs: 'within'
  run: (scope: ScopeOf<W>, payload: z.output<Payload>) => Promise<void>
}

/** Declares a listener, within the act or after it. */
export function subscribe<Payload extends z.ZodType, W extends Where, Kind extends keyof JobScopes>(
  event: Event<Payload, W>,
  listener: Later<Kind, Payload> | WithinAct<Payload, W>,
): Subscription {
  if (listener.runs === 'within') return { event, runs: 'within', run: listener.run as Within }
  const { name, scope, run } = listener
  return { event, runs: 'later', job: defineJob({ name, scope, run, payload: event.payload }) }
}

/** Returns the jobs of the listeners after the act. */
export function listeningJobs(list: readonly Subscription[]): Job[] {
  return list.flatMap((listener) => (listener.runs === 'later' ? [listener.job] : []))
}

const subscriptions = new WeakMap<Core, Map<string, Subscription[]>>()

/** Registers the listeners of the platform. */
export function connectSubscriptions(core: Core, list: readonly Subscription[]): void {
  subscriptions.set(
    core,
    Map.groupBy(list, ({ event }) => event.name),
  )
}

/**
 * Announces an event in the transaction of the scope: listeners within the act run now, in the order in which plugins
 * are listed, and the others get a job each. A rollback announces nothing.
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
