import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { device, MAX_DEVICES, SETUP_MINUTES, type Device, type NewDevice } from '../contract.ts'
import { hashOf, makeSetupCode, worksNow } from './device.ts'

const columns = `id, name, place, scope, scope_ids as "scopeIds", added_by_name as "addedBy", added_at as "addedAt",
  last_used_at as "lastUsedAt", case when revoked_at is not null then 'revoked'
    when token_hash is null and setup_expires_at > $now::timestamptz then 'waiting'
    when not coalesce(${worksNow}, false) then 'unused'
    when locked_at is not null then 'locked' else 'working' end as state`

const selectDevices = statement(
  device,
  `select ${columns} from devices where revoked_at is null order by added_at desc, id desc limit $most offset $offset`,
)

/** Lists kiosks that are not revoked, the newest first. */
export async function listDevices(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Device>> {
  const rows = await scope.rows(selectDevices, { now: scope.core.clock.now(), most: limit + 1, offset })
  return new PagedAnswer(rows, { limit, offset })
}

// The second of two calls at once counts the first.
const lockOrganization = statement('select id from tenants where id = $tenantId for no key update')

const countDevices = statement(
  z.object({ count: z.number() }),
  'select count(*)::int as count from devices where revoked_at is null',
)

const insertDevice = statement(
  device,
  `insert into devices (name, place, scope, scope_ids, setup_hash, setup_expires_at, added_by_name, added_at)
    values ($name, $place, $scope, $scopeIds::uuid[], $setupHash, $setupExpiresAt, $by, $now) returning ${columns}`,
)

/** Adds a kiosk, which a tablet becomes by the code. @throws conflict at `name` when there are as many as can be */
export async function addDevice(scope: TenantScope, given: NewDevice): Promise<Device & { setupCode: string }> {
  await scope.rows(lockOrganization, { tenantId: scope.tenantId })
  const [there] = await scope.rows(countDevices)
  if (there && there.count >= MAX_DEVICES) {
    throw conflict('name', `There are ${MAX_DEVICES} kiosks already. Revoke one that is not used.`)
  }
  const setupCode = makeSetupCode()
  const now = scope.core.clock.now()
  const [made] = await scope.rows(insertDevice, {
    ...given,
    setupHash: hashOf(setupCode),
    setupExpiresAt: new Date(now.getTime() + SETUP_MINUTES * 60_000),
    by: scope.actor.user?.name ?? null,
    now,
  })
  if (!made) throw notFound('Kiosk')
  await recordDevice(scope, 'added', made)
  return { ...made, setupCode }
}

const updateRevoked = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `update devices set revoked_at = $now, token_hash = null, setup_hash = null where id = $id and revoked_at is null
    returning id, name`,
)

/** Ends a kiosk: its next call is refused. @throws not-found */
export async function revokeDevice(scope: TenantScope, id: string): Promise<void> {
  const [found] = await scope.rows(updateRevoked, { id, now: scope.core.clock.now() })
  if (!found) throw notFound('Kiosk')
  await recordDevice(scope, 'revoked', found)
}

const updateUnlocked = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `update devices set locked_at = null, unlocked_at = $now where id = $id and revoked_at is null and locked_at is not null
    returning id, name`,
)

const selectDevice = statement(
  z.object({ id: z.uuid() }),
  'select id from devices where id = $id and revoked_at is null',
)

/** Unlocks a kiosk that was locked after wrong PINs. @throws not-found */
export async function unlockDevice(scope: TenantScope, id: string): Promise<void> {
  const [unlocked] = await scope.rows(updateUnlocked, { id, now: scope.core.clock.now() })
  if (unlocked) return recordDevice(scope, 'unlocked', unlocked)
  if ((await scope.rows(selectDevice, { id })).length === 0) throw notFound('Kiosk')
}

const deviceActs = { added: 'Added', paired: 'Set up', revoked: 'Revoked', unlocked: 'Unlocked' } as const

export async function recordDevice(
  scope: TenantScope,
  what: keyof typeof deviceActs,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await record(scope, {
    action: `device.${what}`,
    category: 'security',
    description: `${deviceActs[what]} the kiosk ${name}`,
    resource: 'device',
    resourceId: id,
  })
}
