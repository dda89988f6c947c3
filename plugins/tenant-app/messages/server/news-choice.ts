import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { getEmailPreferences, updateEmailPreferences } from '#core/server/mail/preferences.ts'
import type { NewsChoice, NewsTiming } from '../inbox-contract.ts'

const selectTiming = statement(
  z.object({ timing: z.enum(['evening', 'weekly']) }),
  'select timing from news_choices where user_id = $caller',
)

const guardianOf = ({ actor }: TenantScope): string => {
  if (actor.user?.role !== 'parent') throw forbidden('Only guardians choose when news comes')
  return actor.user.id
}

/** Reads when announcements are emailed; the preference of all news email turns them off. @throws forbidden */
export async function getNewsChoice(scope: TenantScope): Promise<NewsChoice> {
  const caller = guardianOf(scope)
  const { news } = await getEmailPreferences(scope)
  if (!news) return { timing: 'off' }
  const [chosen] = await scope.rows(selectTiming, { caller })
  return { timing: chosen?.timing ?? 'at-once' }
}

const upsertTiming = statement(
  `insert into news_choices (user_id, timing, created_at) values ($caller, $timing, $now)
    on conflict (user_id) do update set timing = excluded.timing`,
)
const deleteTiming = statement('delete from news_choices where user_id = $caller')

/** Chooses when announcements are emailed. @throws forbidden */
export async function chooseNews(scope: TenantScope, { timing }: { timing: NewsTiming }): Promise<NewsChoice> {
  const caller = guardianOf(scope)
  const before = await getNewsChoice(scope)
  if (before.timing === timing) return before
  const preferences = await getEmailPreferences(scope)
  if (preferences.news !== (timing !== 'off')) {
    await updateEmailPreferences(scope, { ...preferences, news: timing !== 'off' })
  }
  if (timing === 'evening' || timing === 'weekly') {
    await scope.rows(upsertTiming, { caller, timing, now: scope.core.clock.now() })
  } else if (timing === 'at-once') await scope.rows(deleteTiming, { caller })
  await record(scope, {
    action: 'message.news-chosen',
    category: 'account',
    description: 'Chose when news is emailed',
    resource: 'user',
    resourceId: caller,
    before,
    after: { timing },
  })
  return { timing }
}
