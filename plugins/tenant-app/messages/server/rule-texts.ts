import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { countText, listText } from '#core/server/texts.ts'
import type { Audience, Rule } from '../audience-contract.ts'
import type { Message } from '../contract.ts'

const selectNames = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, name from sessions where id = any ($ids::uuid[])
    union all select id, name from session_series where id = any ($ids::uuid[])
    union all select id, name from groups where id = any ($ids::uuid[])
    union all select id, title from projects where id = any ($ids::uuid[])
    union all select id, first_name || ' ' || last_name from students where id = any ($ids::uuid[])
    union all select id, first_name || ' ' || last_name from users where tenant_id = $tenantId and id = any ($ids::uuid[])
    union all select m.id, s.name || ', ' || to_char(m.day, 'Mon FMDD') from session_meetings m
      join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id where m.id = any ($ids::uuid[])`,
)

function textOf(rule: Rule, names: ReadonlyMap<string, string>): string {
  if (rule.kind === 'organization') return 'the whole organization'
  if (rule.kind === 'grade') return `grade ${rule.grade}`
  if (rule.kind === 'people') {
    const [one = ''] = rule.ids
    return rule.ids.length > 1
      ? countText(rule.ids.length, 'chosen person', 'chosen people')
      : (names.get(one) ?? 'no one')
  }
  const name = names.get(rule.id)
  if (name === undefined) return `a deleted ${rule.kind}`
  if (rule.kind === 'series' || rule.kind === 'project') return `upcoming sessions of ${rule.kind} ${name}`
  if (rule.kind === 'session' && rule.places.includes('waiting')) {
    return rule.places.length > 1 ? `session ${name} with its waitlist` : `waitlist of session ${name}`
  }
  return `${rule.kind} ${name}`
}

const people = { families: 'Families', staff: 'Staff', students: 'Students from age 13' }

/** Describes an audience, `Families of session Robotics and grade 5, without group Falcons`, and each of its rules. */
export async function ruleTexts(
  scope: TenantScope,
  { any, minus, to }: Audience,
): Promise<Pick<Message, 'audienceText' | 'ruleNames'>> {
  const ids = [...any, ...minus].flatMap((rule) =>
    'id' in rule ? [rule.id] : 'ids' in rule ? rule.ids.slice(0, 1) : [],
  )
  const found = ids.length > 0 ? await scope.rows(selectNames, { ids, tenantId: scope.tenantId }) : []
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const textsOf = (rules: readonly Rule[]) => rules.map((rule) => textOf(rule, names))
  const ruleNames = { any: textsOf(any), minus: textsOf(minus) }
  const who = listText(to.map((one, index) => (index === 0 ? people[one] : people[one].toLowerCase())))
  const without = minus.length > 0 ? `, without ${listText(ruleNames.minus)}` : ''
  return { audienceText: `${who} of ${listText(ruleNames.any)}${without}`, ruleNames }
}
