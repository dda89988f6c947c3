import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'

/** Kinds of notification on a device, the most urgent first; more than its kind and the organization is never shown. */
export const pushKinds = ['urgent', 'conversation', 'announcement'] as const
export type PushKind = (typeof pushKinds)[number]

/** Devices of a user that get notifications; the least recently used one gives way. */
export const MAX_PUSH_DEVICES = 10

const address = requiredText(1000)

/** Address at which a push service takes notifications for one browser, and the keys that encrypt them for it alone. */
export const pushSubscription = z.object({
  endpoint: address,
  /** Public key of the browser, base64url. */
  p256dh: requiredText(100),
  /** Secret that browser and server share, base64url. */
  auth: requiredText(50),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>

/** Users in their session, with which a device ends; it would outlive an API token that is revoked. */
const people = { who: ['tenant_admin', 'instructor', 'parent'], hosts: 'tenant', sessionOnly: true } as const

export const pushContract = {
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push/key',
    summary: 'Public key by which push services know this platform, base64url',
    access: { ...people, scope: 'none' },
    response: z.object({ publicKey: z.string() }),
  }),
  savePushSubscription: endpoint({
    method: 'POST',
    path: '/api/push/subscription',
    summary: 'Turn on notifications on the caller’s device, or confirm that they are on',
    audit: 'push.turned-on',
    unaudited: 'Where the device of the caller has them already, nothing is turned on',
    rateLimit: 20,
    access: { ...people, scope: 'tenant', whileReadOnly: true },
    body: pushSubscription,
    response: 'none',
  }),
  endPushSubscription: endpoint({
    method: 'POST',
    path: '/api/push/subscription/end',
    summary: 'Turn off notifications on a device of the caller',
    audit: 'push.turned-off',
    unaudited: 'Where the caller has no such device, nothing is turned off',
    rateLimit: 20,
    access: { ...people, scope: 'tenant', whileReadOnly: true },
    body: z.object({ endpoint: address }),
    response: 'none',
  }),
} as const
