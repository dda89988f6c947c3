import { z } from 'zod'
import type { WebhookType } from '#core/contract/webhooks.ts'
import type { Core, PlatformScope } from '../core.ts'
import type { Event } from '../events/events.ts'

/** Message of one event to one organization. */
export interface WebhookItem<Data = object> {
  tenantId: string
  /** Thing whose events arrive in order: `student:…`. */
  subject: string
  /** The student or user whom it is about: erasing the person deletes it. */
  personId?: string | null
  data: Data
  /** Fields of `data` with names of children, for webhooks that include them. */
  names?: object
}

/** A kind of event that is sent to webhooks; `defineWebhookEvent` makes one. */
export interface WebhookEvent {
  type: string
  group: string
  summary: string
  /** The event that plugins announce to each other. */
  on: Event
  data: z.ZodObject
  example: object
  read: (scope: PlatformScope, payload: unknown) => Promise<WebhookItem[]>
}

interface Declared<Data extends z.ZodObject, Payload extends z.ZodType> {
  /** Stable dotted name: `student.added`. */
  type: string
  /** Heading under which screens list it. */
  group: string
  summary: string
  on: Event<Payload>
  /**
   * Facts that leave the platform: ids and little else, never of health, incidents, concerns or messages. Names of children
   * are optional fields; `read` gives them apart.
   */
  data: Data
  example: z.input<Data>
  /**
   * Reads what happened, with the rights of the platform and in the transaction of the act: one statement for all rows,
   * found by the ids of the event. Children with a restricted guardian are left out.
   */
  read: (scope: PlatformScope, payload: z.output<Payload>) => Promise<WebhookItem<z.input<Data>>[]>
}

/** Declares a kind of event that is sent to webhooks, and what it tells. */
export function defineWebhookEvent<Data extends z.ZodObject, Payload extends z.ZodType>(
  declared: Declared<Data, Payload>,
): WebhookEvent {
  return declared as unknown as WebhookEvent
}

const eventsOfCore = new WeakMap<Core, readonly WebhookEvent[]>()

/** Registers the kinds of events of the plugins that are on. */
export const connectWebhookEvents = (core: Core, events: readonly WebhookEvent[]): void =>
  void eventsOfCore.set(core, events)

/** Kinds of events that are sent to webhooks, of the plugins that are on. */
export const webhookEventsOf = (core: Core): readonly WebhookEvent[] => eventsOfCore.get(core) ?? []

/** Type of the events that admins send to try a webhook; every webhook gets them. */
export const TEST_TYPE = 'webhook.test'

/** Body of a message as it is sent: `timestamp` is when the event happened. */
export const bodyOf = (type: string, createdAt: string, data: object, names?: object | null) => ({
  type,
  timestamp: new Date(createdAt).toISOString(),
  data: { ...data, ...names },
})

const EXAMPLE_TIME = '2026-09-14T16:05:00.000Z'

/** Describes kinds of events for people who receive them, in the order of their groups. */
export const describeWebhookTypes = (events: readonly WebhookEvent[]): WebhookType[] =>
  events.map(({ type, group, summary, data, example }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input' })
    return { type, group, summary, schema, example: bodyOf(type, EXAMPLE_TIME, example) }
  })
