import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conversationSettings, type ConversationSettings } from '../contract.ts'

const zone = '(select time_zone from tenants where id = $tenantId)'
const saved = '(select * from conversation_settings where tenant_id = $tenantId)'

const answerDays = `coalesce((select answer_days from ${saved} n), '{1,2,3,4,5}')`
const answersFrom = `coalesce((select answers_from from ${saved} n), time '09:00')`
const answersUntil = `coalesce((select answers_until from ${saved} n), time '17:00')`

/** Days ahead among which the next office day is looked for. */
const SEARCHED_DAYS = 120

/** SQL: true where the organization is closed on a day, such as a holiday. */
const isClosed = (day: string) => `exists (select from closed_days h where h.tenant_id = $tenantId
  and ${day} between h.first_day and h.last_day)`

/**
 * SQL of the moment by which a post of `$now` is to be answered: the same time of the next office day, within its hours.
 * There is always one: an organization that is closed for longer answers by its usual days.
 */
export const answerDueAt = `(select ((d.day + least(greatest(d.clock, ${answersFrom}), ${answersUntil})) at time zone ${zone})
  from (select ($now::timestamptz at time zone ${zone})::date + n as day,
      ($now::timestamptz at time zone ${zone})::time as clock from generate_series(1, ${SEARCHED_DAYS}) n) d
  where extract(isodow from d.day)::smallint = any (${answerDays}) order by ${isClosed('d.day')}, d.day limit 1)`

const selectSettings = statement(
  conversationSettings.extend({ isOpen: z.boolean() }),
  `select ${answerDays} as "answerDays", to_char(${answersFrom}, 'HH24:MI') as "answersFrom",
      to_char(${answersUntil}, 'HH24:MI') as "answersUntil",
      coalesce((select urgent_phone from ${saved} n), '') as "urgentPhone",
      coalesce((select emails_text from ${saved} n), false) as "emailsText",
      extract(isodow from l.now)::smallint = any (${answerDays}) and l.now::time >= ${answersFrom}
        and l.now::time < ${answersUntil} and not ${isClosed('l.now::date')} as "isOpen"
    from (select $now::timestamptz at time zone ${zone} as now) l`,
)

async function readSettings(scope: TenantScope) {
  const values = { tenantId: scope.tenantId, now: scope.core.clock.now() }
  const [found] = await scope.rows(selectSettings, values)
  return conversationSettings.extend({ isOpen: z.boolean() }).parse(found)
}

export async function getConversationSettings(scope: TenantScope): Promise<ConversationSettings> {
  const { isOpen: _, ...settings } = await readSettings(scope)
  return settings
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Names days in a row as `Mon–Fri`, and others one by one. */
function daysText(days: readonly number[]): string {
  const sorted = days.toSorted((one, other) => one - other)
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  const name = (day: number) => dayNames[day - 1] ?? ''
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${name(first)}–${name(last)}`
  return sorted.map(name).join(', ')
}

/** Writes a time of day as `9` or `4:30 PM`, with the half of the day where the other one is in another. */
function hourText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const hour = hours % 12 === 0 ? 12 : hours % 12
  return `${hour}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${hours < 12 ? 'AM' : 'PM'}`
}

/** Says when staff answer, and whom to call before. */
export async function getOfficeHours(scope: TenantScope): Promise<{ sentence: string; isOpen: boolean }> {
  const { answerDays: days, answersFrom: from, answersUntil: until, urgentPhone, isOpen } = await readSettings(scope)
  const answers = `We answer ${daysText(days)} ${hourText(from)} to ${hourText(until)}.`
  return { sentence: urgentPhone === '' ? answers : `${answers} If urgent, call ${urgentPhone}.`, isOpen }
}

// The organization's row is locked, since there may be none of the settings yet.
const lockOrganization = statement('select id from tenants where id = $tenantId for no key update')

const upsertSettings = statement(
  `insert into conversation_settings (answer_days, answers_from, answers_until, urgent_phone, emails_text, updated_at)
      values ($answerDays, $answersFrom, $answersUntil, $urgentPhone, $emailsText, $now)
    on conflict (tenant_id) do update set answer_days = excluded.answer_days, answers_from = excluded.answers_from,
      answers_until = excluded.answers_until, urgent_phone = excluded.urgent_phone, emails_text = excluded.emails_text,
      updated_at = excluded.updated_at`,
)

/** Changes the office hours, and whether emails carry the text of posts. */
export async function updateConversationSettings(
  scope: TenantScope,
  change: ConversationSettings,
): Promise<ConversationSettings> {
  await scope.rows(lockOrganization, { tenantId: scope.tenantId })
  const former = await getConversationSettings(scope)
  const next = { ...change, answerDays: [...new Set(change.answerDays)].toSorted((one, other) => one - other) }
  const difference = changedFields<ConversationSettings>(former, next)
  if (Object.keys(difference.after).length === 0) return former
  await scope.rows(upsertSettings, { ...next, now: scope.core.clock.now() })
  await record(scope, {
    action: 'conversation.settings-updated',
    category: 'account',
    description: 'Changed the office hours of conversations',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...difference,
  })
  return next
}
