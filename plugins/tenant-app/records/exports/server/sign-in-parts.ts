import { givenPart } from '#core/server/personal-data.ts'
import type { PersonPart } from './person-parts.ts'

/** Data of a user in tables that only the platform reads. */
export const signInParts: readonly PersonPart[] = [
  givenPart(
    'devices',
    'Signed-in devices',
    ['auth_sessions'],
    `select user_agent as device, ip_address as "ipAddress", created_at as "createdAt", last_seen_at as "lastSeenAt"
      from auth_sessions where user_id = $userId order by created_at`,
  ),
  givenPart(
    'notifiedDevices',
    'Devices with notifications',
    ['push_subscriptions'],
    `select user_agent as device, created_at as "createdAt", used_at as "lastUsedAt"
      from push_subscriptions where user_id = $userId order by created_at`,
  ),
  givenPart(
    'passkeys',
    'Passkeys',
    ['passkeys'],
    `select name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys where user_id = $userId`,
  ),
  givenPart(
    'authenticatorApps',
    'Authenticator apps',
    ['authenticator_apps'],
    `select created_at as "createdAt" from authenticator_apps where user_id = $userId`,
  ),
]
