import { z } from 'zod'
import { mailClasses, type MailClass } from '#core/contract/mail.ts'
import type { PlatformScope, Scope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'

/** Failures of a full mailbox within this many days that suppress an address. */
const FULL_DAYS = 30
const MAX_FULL = 3

/** Minimum hours between two retries of a suppressed address that staff request. */
const RETRY_HOURS = 24

const selectSuppressed = statement(
  z.object({ address: z.string(), class: z.enum(mailClasses) }),
  `select fold(address) as address, class from mail_suppressions
    where tenant_id is not distinct from $tenantId and lifted_at is null
      and fold(address) in (select fold(a) from unnest($addresses::text[]) a)`,
)

const selectFolded = statement(
  z.object({ typed: z.string(), folded: z.string() }),
  'select distinct a as typed, fold(a) as folded from unnest($addresses::text[]) a',
)

export interface Addressed {
  recipient: string
  class: MailClass
  tenantId: string | null
}

/**
 * Chooses messages that are not to be sent: their address bounced, or its owner turned this class off. Email about
 * signing in is always tried.
 */
export async function listSuppressed<Message extends Addressed>(
  scope: Scope,
  messages: readonly Message[],
): Promise<Set<Message>> {
  const found = new Set<Message>()
  for (const [tenantId, group] of Map.groupBy(messages, (message) => message.tenantId)) {
    const addresses = group.map(({ recipient }) => recipient)
    const rows = await scope.rows(selectSuppressed, { tenantId, addresses })
    if (rows.length === 0) continue
    const folded = new Map(
      (await scope.rows(selectFolded, { addresses })).map((one) => [one.typed, one.folded] as const),
    )
    const keys = new Set(rows.map((row) => `${row.class} ${row.address}`))
    for (const message of group) {
      if (message.class === 'security') continue
      if (keys.has(`${message.class} ${folded.get(message.recipient) ?? ''}`)) found.add(message)
    }
  }
  return found
}

// A bounce leaves an owner's choice alone: a retry of the address must not turn on email that the owner turned off.
const upsertSuppressions = statement(
  `insert into mail_suppressions as s (tenant_id, address, class, reason, created_at)
   select $tenantId::uuid, $address, class, $reason, $now::timestamptz from unnest($classes::text[]) class
   on conflict (tenant_id, fold(address), class) do update
     set reason = excluded.reason, created_at = excluded.created_at, lifted_at = null
   where s.reason <> 'unsubscribed' and (s.lifted_at is not null or s.reason <> excluded.reason)`,
)

interface Suppression {
  tenantId: string | null
  address: string
  classes: readonly MailClass[]
  reason: 'bounced' | 'full' | 'unsubscribed'
}

export async function suppress(scope: PlatformScope, suppression: Suppression): Promise<void> {
  await scope.rows(upsertSuppressions, { ...suppression, now: scope.core.clock.now() })
}

const insertBounce = statement(
  z.object({ count: z.number() }),
  `with added as (
     insert into mail_bounces (message_id, tenant_id, address, class, code, bounced_at)
     values ($messageId, $tenantId::uuid, $address, $class, $code, $now::timestamptz)
     on conflict (message_id) do update set code = excluded.code returning message_id)
   select count(*)::int + 1 as count from mail_bounces b, added
    where b.tenant_id is not distinct from $tenantId::uuid and fold(b.address) = fold($address) and b.class = $class
      and b.message_id <> added.message_id and b.code in ('4.2.2', '5.2.2')
      and b.bounced_at > $now::timestamptz - make_interval(days => ${FULL_DAYS})`,
)

/**
 * Records a refusal by the mail server: an unknown address is suppressed at once for all but email about signing in, a
 * mailbox that stays full only for the class of the message. A refusal for other reasons, such as the sender's address
 * (5.1.7, 5.1.8) or reputation, says nothing about the recipient's.
 * @param code enhanced status code (RFC 3463): `5.1.1`
 */
export async function noteBounce(
  scope: PlatformScope,
  messageId: string,
  { recipient, class: kind, tenantId }: Addressed,
  code: string,
): Promise<void> {
  const isUnknown = /^5\.1\.(1|2|3|6|10)$/.test(code)
  if (!isUnknown && code !== '4.2.2' && code !== '5.2.2') return
  const now = scope.core.clock.now()
  const [noted] = await scope.rows(insertBounce, { messageId, tenantId, address: recipient, class: kind, code, now })
  const address = { tenantId, address: recipient }
  if (isUnknown) {
    await suppress(scope, { ...address, classes: mailClasses.filter((one) => one !== 'security'), reason: 'bounced' })
  } else if ((noted?.count ?? 0) >= MAX_FULL) {
    await suppress(scope, { ...address, classes: [kind], reason: 'full' })
  }
}

const updateLifted = statement(
  z.object({ id: z.string() }),
  `update mail_suppressions s set lifted_at = $now::timestamptz, retried_at = $now::timestamptz
    where tenant_id is not distinct from $tenantId::uuid and fold(address) = fold($address)
      and reason <> 'unsubscribed' and lifted_at is null
      and coalesce(retried_at, '-infinity') <= $now::timestamptz - make_interval(hours => $hours::int)
   returning id`,
)

/**
 * Allows email to an address that bounced again, at most once a day.
 * @returns false where it was retried within the last day, or never bounced
 */
export async function retryAddress(scope: Scope, tenantId: string, address: string): Promise<boolean> {
  const lifted = await scope.rows(updateLifted, { tenantId, address, hours: RETRY_HOURS, now: scope.core.clock.now() })
  return lifted.length > 0
}

const deleteBounces = statement(
  `delete from mail_suppressions where tenant_id is not distinct from $tenantId::uuid and fold(address) = fold($address)
     and reason <> 'unsubscribed'`,
)

/** Deletes the bounces of an address that an account no longer has, or has now. */
export function forgetBounces(inScope: Scope, tenantId: string | null, address: string): Promise<void> {
  return asPlatform(inScope, async (scope) => {
    await scope.rows(deleteBounces, { tenantId, address })
  })
}
