import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { mailChoice, type MailChoice, type MailChoiceChange } from '../contract.ts'

const columns = 'sends_replies as "sendsReplies", sends_openings as "sendsOpenings"'

const selectChoice = statement(
  mailChoice,
  `select ${columns} from lms_mail_choices where tenant_id = $tenantId and user_id = $caller`,
)

const upsertChoice = statement(
  mailChoice,
  `insert into lms_mail_choices as m (user_id, sends_replies, sends_openings, updated_at)
      values ($caller, coalesce($sendsReplies::boolean, true), coalesce($sendsOpenings::boolean, true), $now)
    on conflict (tenant_id, user_id) do update set sends_replies = coalesce($sendsReplies::boolean, m.sends_replies),
      sends_openings = coalesce($sendsOpenings::boolean, m.sends_openings), updated_at = excluded.updated_at
    returning ${columns}`,
)

/** Reads which emails about courses the caller gets: all by default. */
export async function getMailChoice(scope: TenantScope): Promise<MailChoice> {
  const [found] = await scope.rows(selectChoice, { tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null })
  return found ?? { sendsReplies: true, sendsOpenings: true }
}

/** Changes the given choices. */
export async function chooseMails(
  scope: TenantScope,
  { sendsReplies, sendsOpenings }: MailChoiceChange,
): Promise<MailChoice> {
  const now = scope.core.clock.now().toISOString()
  const [kept] = await scope.rows(upsertChoice, {
    caller: callerOf(scope).caller ?? null,
    sendsReplies: sendsReplies ?? null,
    sendsOpenings: sendsOpenings ?? null,
    now,
  })
  return kept ?? getMailChoice(scope)
}
