import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { invalidField, notFound } from '#core/server/errors.ts'
import { forgetSession } from '#core/server/http/context.ts'
import { forgetDevice, rememberDevice } from '#core/server/http/device-cookie.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { hashOf, makeDeviceToken } from './device.ts'
import { recordDevice, revokeDevice } from './devices.ts'

const updatePaired = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `update devices set token_hash = $tokenHash, setup_hash = null, paired_at = $now, last_used_at = $now
    where setup_hash = $setupHash and setup_expires_at > $now and revoked_at is null returning id, name`,
)

/**
 * Makes the browser a kiosk, and ends the session of who set it up there.
 * @throws invalid at `code`
 */
export async function pairKiosk({ core, http }: Unscoped, { code }: { code: string }): Promise<void> {
  const { tenant, actor, session } = http
  if (!tenant) throw notFound('Organization')
  const token = makeDeviceToken()
  await core.db.tenant(tenant.id, actor, async (scope) => {
    const values = { tokenHash: hashOf(token), setupHash: hashOf(code.toUpperCase()), now: core.clock.now() }
    const [paired] = await scope.rows(updatePaired, values)
    if (!paired) throw invalidField('code', 'This code does not work. Ask an admin for a new one.')
    await recordDevice(scope, 'paired', paired)
  })
  if (session) {
    await core.db.platform(actor, (scope) => core.sessions.end(scope, session.id, session.user.id))
    forgetSession(http)
  }
  rememberDevice(http, core.env, token)
}

const selectOwnDevice = statement(
  z.object({ id: z.uuid() }),
  'select id from devices where token_hash = $tokenHash and revoked_at is null',
)

/** Ends the kiosk that the browser is. @throws not-found where it is none */
export async function leaveKiosk({ core, http }: Unscoped): Promise<void> {
  const { tenant, actor } = http
  if (!tenant || actor.deviceToken === undefined) throw notFound('Kiosk')
  const tokenHash = hashOf(actor.deviceToken)
  await core.db.tenant(tenant.id, actor, async (scope) => {
    const [found] = await scope.rows(selectOwnDevice, { tokenHash })
    if (!found) throw notFound('Kiosk')
    await revokeDevice(scope, found.id)
  })
  forgetDevice(http, core.env)
}
