import type { z } from 'zod'
import type { Core, Job, PlatformScope, Scope, TenantScope } from '../core.ts'
import { defineJob } from '../jobs/jobs.ts'

/** Something that happened, announced to whoever listens. `name` is stable: `tenants.organization-created`. */
export interface Event<Payload extends z.ZodType = z.ZodType> {
  name: string
  payload: Payload
}

export function defineEvent<Payload extends z.ZodType>(name: string, payload: Payload): Event<Payload> {
  return { name, payload }
}

/** One listener of one event: a job of its own, so that a failing listener is retried alone. */
export interface Subscription {
  event: Event
  job: Job
}

interface SubscriptionScopes {
  tenant: TenantScope
  platform: PlatformScope
  none: Core
}

/** Listens to an event, at least once for each. `name` is stable and says who listens: `billing.start-subscription`. */
export function subscribe<Kind extends keyof SubscriptionScopes, Payload extends z.ZodType>(
  event: Event<Payload>,
  listener: {
    name: string
    scope: Kind
    run: (scope: SubscriptionScopes[Kind], payload: z.output<Payload>) => Promise<void>
  },
): Subscription {
  return { event, job: defineJob({ ...listener, payload: event.payload }) }
}

const subscriptions = new WeakMap<Core, Map<string, Job[]>>()

/** Tells the platform who listens to what. */
export function connectSubscriptions(core: Core, list: readonly Subscription[]): void {
  const byEvent = new Map<string, Job[]>()
  for (const { event, job } of list) byEvent.set(event.name, [...(byEvent.get(event.name) ?? []), job])
  subscriptions.set(core, byEvent)
}

/**
 * Announces an event: one job for each listener, in the transaction of the scope. What rolls back was never announced.
 * @param tenantId the organization concerned, where the scope is the platform's
 */
export async function emit<Payload extends z.ZodType>(
  scope: Scope,
  event: Event<Payload>,
  payload: z.input<Payload>,
  tenantId?: string,
): Promise<void> {
  for (const job of subscriptions.get(scope.core)?.get(event.name) ?? []) {
    await scope.core.jobs.send(scope, job, payload, { tenantId })
  }
}
