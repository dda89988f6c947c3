import { z } from 'zod'
import type { EmailPreferences } from '#core/contract/email.ts'
import { record } from '../audit.ts'
import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { suppress } from './suppressions.ts'

const selectTurnedOff = statement(
  z.object({ class: z.enum(['news', 'conversation']) }),
  `select s.class from mail_suppressions s join users u on u.id = $userId and fold(u.email) = fold(s.address)
    where s.reason = 'unsubscribed' and s.lifted_at is null and s.class in ('news', 'conversation')`,
)

export async function getEmailPreferences(scope: TenantScope): Promise<EmailPreferences> {
  const off = await scope.rows(selectTurnedOff, { userId: scope.actor.user?.id ?? null })
  return {
    news: !off.some((one) => one.class === 'news'),
    conversation: !off.some((one) => one.class === 'conversation'),
  }
}

const deleteUnsubscribed = statement(
  `delete from mail_suppressions where reason = 'unsubscribed' and class = $class and fold(address) = fold($address)`,
)

const selectAddress = statement(
  z.object({ email: z.string().nullable() }),
  'select email from users where id = $userId',
)

export async function updateEmailPreferences(scope: TenantScope, change: EmailPreferences): Promise<EmailPreferences> {
  const before = await getEmailPreferences(scope)
  const userId = scope.actor.user?.id ?? null
  const [user] = await scope.rows(selectAddress, { userId })
  const address = user?.email ?? null
  const changed = (['news', 'conversation'] as const).filter((one) => before[one] !== change[one])
  if (changed.length === 0 || address === null) return before
  for (const kind of changed) {
    if (change[kind]) await scope.rows(deleteUnsubscribed, { class: kind, address })
    else {
      await asPlatform(scope, (platform) =>
        suppress(platform, { tenantId: scope.tenantId, address, classes: [kind], reason: 'unsubscribed' }),
      )
    }
  }
  await record(scope, {
    action: 'email.preferences-updated',
    category: 'account',
    description: 'Changed which email the organization sends',
    resource: 'user',
    ...(userId === null ? {} : { resourceId: userId }),
    before,
    after: change,
  })
  return getEmailPreferences(scope)
}
