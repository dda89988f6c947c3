import type { z } from 'zod'
import type { Entitlement } from './entitlements.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Access {
  /**
   * `anyone` needs no session, `signed-in` any session, otherwise a session with one of these roles: `isAmong`, which
   * counts super admins among an organization's people on its host. `device` needs the cookie of a device that an
   * organization has set up, and no session; the handler finds the device by `actor.deviceToken`, in its transaction.
   */
  who: 'anyone' | 'signed-in' | 'device' | readonly Role[]
  /** The hosts on which the endpoint exists; elsewhere it answers 404. */
  hosts: 'platform' | 'tenant' | 'both'
  /**
   * The transaction that the handler gets. `tenant` is the organization of the host or, on the platform host, the
   * caller's own; `platform` sees every organization; `none` opens what it needs by itself. `host` is for what both the
   * platform and organizations have, as shared catalogues: super admins get the platform's on its host, everyone else
   * and elsewhere the organization's, as with `tenant`.
   */
  scope: 'platform' | 'tenant' | 'host' | 'none'
  /** Callable by someone whose temporary password is still to be replaced. */
  beforePasswordChange?: true
  /** Callable by a super admin who still has to set up the second factor that the settings require. */
  beforeSecondFactor?: true
  /** Answers 403 `identity.confirm` to users who have not confirmed their identity in the last 10 minutes. */
  recentlyConfirmed?: true
  /** Refuses API tokens: it opens accounts, gives out secrets, or shows what is confided about children. */
  sessionOnly?: true
  /** Answers while maintenance mode is on, to people other than super admins too. */
  duringMaintenance?: true
  /**
   * Changes something that an organization may still change while it is read-only, payment above all; a shape lets those
   * bodies alone through that fit it.
   */
  whileReadOnly?: true | z.ZodType
  /**
   * Answers 403 `plan.lacks` to people of an organization whose plan does not include it. Reading what is there never needs
   * anything, nor does what protects children.
   */
  needs?: Entitlement
  /** The handler refuses, with `requireEntitlement`, where the act makes use of what it needs. */
  needsByHandler?: true
}

/** Stable and for programs: `tenant.created`. */
export type AuditAction = `${string}.${string}`

interface Described {
  method: Method
  path: `/${string}`
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Multipart form with one file in this field, of at most `maxBytes`. Its texts are the body, where there is one. */
  upload?: { field: string; maxBytes: number }
  /** The shape of a success; `file` streams bytes with their own content type; `none` is an empty answer. */
  response: z.ZodType | 'file' | 'none'
  /** Status of a success, 200 by default (204 when the response is `none`). */
  status?: 200 | 201 | 202 | 204
  /**
   * Statuses that it refuses with beside those that follow from the rest: `access`, what it takes, and that it changes
   * something (409). For the documentation.
   */
  errors?: readonly (400 | 401 | 403 | 404 | 409 | 416 | 422)[]
  /**
   * Requests a minute in place of the general limits, where those are too generous: per session where a user is
   * signed in, of one address otherwise, which may be a whole school's. On each node for itself.
   */
  rateLimit?: number
  /** Its addresses open something by themselves, so that no log may have them. */
  isAddressSecret?: true
  /** Takes a body of any kind and reads nothing of it, such as the form of an email program's own button (RFC 8058). */
  ignoresBody?: true
  /** Bytes of the body, where the usual 32 kB are too few. Files come as `upload`. */
  bodyLimit?: number
  /** Actions that a success leaves in the audit log: at least one of these, and no other. */
  audit?: AuditAction | readonly AuditAction[]
  /** Why a success leaves nothing there; beside `audit`, when. */
  unaudited?: string
}

/** Requires an endpoint that changes something to declare what it leaves in the audit log. */
type Recorded = { method: 'GET' } | { audit: AuditAction | readonly AuditAction[] } | { unaudited: string }

/** Declaration of one call, shared by server, browser and documentation. Paths are written `/api/things/{id}`. */
export type EndpointSpec = Described & Recorded

export type Contract = Readonly<Record<string, EndpointSpec>>

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Unparsed<S> = S extends z.ZodType ? z.input<S> : undefined

/** Input of a handler: validated, defaults filled in, unknown fields dropped. */
export interface EndpointInput<E extends EndpointSpec> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

type WithoutUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** Input from a caller: only the parts that the endpoint has. */
export type EndpointCall<E extends EndpointSpec> = WithoutUndefined<{
  params: Unparsed<E['params']>
  query: Unparsed<E['query']>
  body: Unparsed<E['body']>
}>

/** Answer that a handler returns and a caller reads. */
export type EndpointAnswer<E extends EndpointSpec> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : undefined

/** Keeps the literal types of a declaration. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/** The success status of an endpoint. */
export function successStatus(spec: EndpointSpec): number {
  return spec.status ?? (spec.response === 'none' ? 204 : 200)
}
