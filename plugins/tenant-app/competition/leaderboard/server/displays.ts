import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { display, MAX_DISPLAYS } from '../settings-contract.ts'
import type { AddedDisplay, Display, newDisplay } from '../settings-contract.ts'
import { announceBoard } from './announce-board.ts'

const columns = `id, name, period, grade, added_by_name as "addedBy", added_at as "addedAt", last_used_at as "lastUsedAt"`

const selectDisplays = statement(
  display,
  `select ${columns} from leaderboard_displays order by added_at desc, id desc limit $most offset $offset`,
)

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists displays, the newest first. */
export async function listDisplays(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Page,
): Promise<PagedAnswer<Display>> {
  return new PagedAnswer(await scope.rows(selectDisplays, { most: limit + 1, offset }), { limit, offset })
}

/** Hashes a token, which cannot be read back; an admin who lost an address creates another one. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

// Locks the organization, so that of two concurrent requests the second counts the first one's display.
const lockOrganization = statement('select id from tenants where id = $tenantId for no key update')

const countDisplays = statement(z.object({ count: z.number() }), 'select count(*) as count from leaderboard_displays')

const insertDisplay = statement(
  display,
  `insert into leaderboard_displays (name, token_hash, period, grade, added_by_name, added_at)
    values ($name, $tokenHash, $period, $grade, $by, $now) returning ${columns}`,
)

/** @throws conflict at `name` at the maximum number of displays */
export async function addDisplay(scope: TenantScope, given: z.output<typeof newDisplay>): Promise<AddedDisplay> {
  await scope.rows(lockOrganization, { tenantId: scope.tenantId })
  const [there] = await scope.rows(countDisplays)
  if (there && there.count >= MAX_DISPLAYS) {
    throw conflict('name', `There are ${MAX_DISPLAYS} displays already. Revoke one that is not used.`)
  }
  const token = randomBytes(32).toString('base64url')
  const [made] = await scope.rows(insertDisplay, {
    ...given,
    tokenHash: hashOf(token),
    by: scope.actor.user?.name ?? null,
    now: scope.core.clock.now(),
  })
  if (!made) throw notFound('Display')
  await record(scope, {
    action: 'leaderboard.display-added',
    category: 'security',
    description: `Made the display ${given.name}, which shows the leaderboard without signing in`,
    resource: 'leaderboard-display',
    resourceId: made.id,
    after: given,
  })
  const tenant = await TenantModel.query(scope.trx).findById(scope.tenantId)
  const origin = originOf(scope.core.env, tenant?.subdomain ?? null)
  return { ...made, url: `${origin}/display?token=${token}` }
}

const deleteDisplay = statement(
  z.object({ name: z.string() }),
  'delete from leaderboard_displays where id = $id returning name',
)

/** Revokes a display: its address opens nothing from now on. @throws not-found */
export async function revokeDisplay(scope: TenantScope, id: string): Promise<void> {
  const [found] = await scope.rows(deleteDisplay, { id })
  if (!found) throw notFound('Display')
  await record(scope, {
    action: 'leaderboard.display-revoked',
    category: 'security',
    description: `Revoked the display ${found.name}`,
    resource: 'leaderboard-display',
    resourceId: id,
  })
  await announceBoard(scope)
}
