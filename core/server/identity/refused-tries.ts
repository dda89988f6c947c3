import { z } from 'zod'
import { countText } from '#core/server/texts.ts'
import { record } from '../audit.ts'
import type { AuditEntry } from '../audit-entry.ts'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import type { Attempt } from './attempt.ts'

/** Seconds within which attempts refused unchecked are counted instead of recorded one by one. */
const NOTE_INTERVAL_SECONDS = 60

const count = statement(
  z.object({ tries: z.number(), due: z.boolean() }),
  `insert into refused_sign_ins as r (account, network, tenant_id, tries, noted_at) values ($1, $2, $3, 1, null)
     on conflict (account, network) do update set tries = r.tries + 1, tenant_id = excluded.tenant_id
     returning tries, coalesce(noted_at <= $4, true) as due`,
)

const updateNotedAt = statement(
  'update refused_sign_ins set tries = 0, noted_at = $3 where account = $1 and network = $2',
)

/**
 * Records that an attempt was refused before its password was checked: the first one at once, later ones once a
 * minute with their number, since a flood of attempts must not become a flood of entries.
 */
export async function noteRefusedTry(
  scope: PlatformScope,
  { account, network, tenantId }: Attempt,
  reason: string,
): Promise<void> {
  const now = scope.core.clock.now()
  const [row] = await scope.rows(count, [
    account,
    network,
    tenantId,
    new Date(now.getTime() - NOTE_INTERVAL_SECONDS * 1000).toISOString(),
  ])
  if (!row?.due) return
  await scope.rows(updateNotedAt, [account, network, now.toISOString()])
  await recordRefusedTries(scope, { account, network, tenantId, tries: row.tries }, reason)
}

const refusedTries = z.object({
  account: z.string(),
  network: z.string(),
  tenantId: z.string().nullable(),
  tries: z.number(),
})
type RefusedTries = z.infer<typeof refusedTries>

const deleteNotedBefore = statement(
  refusedTries,
  `delete from refused_sign_ins where noted_at <= $1
     returning account, network, tenant_id as "tenantId", tries`,
)

/** Records the attempts counted since the last entry, once the minute is over. */
export async function noteRemainingTries(scope: PlatformScope): Promise<void> {
  const until = new Date(scope.core.clock.now().getTime() - NOTE_INTERVAL_SECONDS * 1000).toISOString()
  const rows = await scope.rows(deleteNotedBefore, [until])
  for (const row of rows) if (row.tries > 0) await recordRefusedTries(scope, row, 'Further tries while locked')
}

async function recordRefusedTries(
  scope: PlatformScope,
  { account, network, tenantId, tries }: RefusedTries,
  reason: string,
): Promise<void> {
  const { resourceId, metadata } = await triedAddress(scope, account, tenantId)
  await record(scope, {
    action: 'auth.refused-while-locked',
    category: 'auth',
    severity: 'warning',
    description: `${countText(tries, 'try', 'tries')} to sign in refused: ${reason}`,
    resource: 'user',
    resourceId,
    tenantId,
    metadata: { ...metadata, network, tries },
    success: false,
    errorMessage: reason,
  })
}

const selectUserByEmail = statement(
  z.object({ id: z.string() }),
  `select id from users where fold(email) = fold($1) and ($2::uuid is null or tenant_id is null or tenant_id = $2)
      order by tenant_id is null desc limit 1`,
)

/**
 * The account and address of an attempt, as far as the log of an organization may show them. A super admin's id is
 * included, so that the organization's view knows which entries to hide.
 */
export async function triedAddress(
  scope: PlatformScope,
  email: string,
  tenantId: string | null,
): Promise<Pick<AuditEntry, 'resourceId' | 'metadata'>> {
  if (email === '') return {}
  const [user] = await scope.rows(selectUserByEmail, [email, tenantId])
  return { resourceId: user?.id, metadata: { email } }
}
