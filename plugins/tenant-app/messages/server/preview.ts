import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { getLocalDay } from '../../shared/server/time-zone.ts'
import { leftOutReasons, type Audience, type AudiencePreview, type LeftOutReason } from '../audience-contract.ts'
import { audienceOf, countUnreachedRules, hasNewsOff } from './audience.ts'
import { requireWriter, type Writer } from './policies.ts'

/** Values of `audienceOf`. */
export const audienceValues = async (scope: TenantScope, audience: Audience, { id, isAdmin }: Writer) => ({
  tenantId: scope.tenantId,
  audience: JSON.stringify(audience),
  writer: id,
  isAdmin,
  now: scope.core.clock.now(),
  today: await getLocalDay(scope),
})

const selectUnreached = statement(z.object({ count: z.number() }), countUnreachedRules, { plansAnew: true })

/** @throws forbidden where an instructor writes to others than the own sessions and groups */
export async function requireReach(scope: TenantScope, audience: Audience, writer: Writer): Promise<void> {
  if (writer.isAdmin) return
  const { audience: rules, isAdmin, writer: id } = await audienceValues(scope, audience, writer)
  const [unreached] = await scope.rows(selectUnreached, { audience: rules, isAdmin, writer: id })
  if (unreached?.count !== 0) throw forbidden('Instructors write to their own sessions and groups')
}

const counts = z.object({
  recipients: z.number(),
  guardians: z.number(),
  staff: z.number(),
  students: z.number(),
  children: z.number(),
  emails: z.number(),
  newsOff: z.number(),
  leftOut: z.record(z.string(), z.number()),
})

const selectCounts = statement(
  counts,
  `with ${audienceOf} select count(*) filter (where p.reason is null)::int as recipients,
      count(*) filter (where p.reason is null and p.role = 'guardian')::int as guardians,
      count(*) filter (where p.reason is null and p.role = 'staff')::int as staff,
      count(*) filter (where p.reason is null and p.role = 'student')::int as students,
      count(*) filter (where p.reason is null and p.is_reachable and not ${hasNewsOff('p.email')})::int as emails,
      count(*) filter (where p.reason is null and p.is_reachable and ${hasNewsOff('p.email')})::int as "newsOff",
      (select count(distinct c)::int from people q, unnest(q.student_ids) c where q.reason is null) as children,
      coalesce((select jsonb_object_agg(o.reason, o.count) from (select reason, count(*)::int as count from people
        where reason is not null group by reason) o), '{}') as "leftOut"
    from people p`,
  { plansAnew: true },
)

/** Counts whom an audience reaches now. */
export async function countAudience(scope: TenantScope, audience: Audience, writer: Writer) {
  const [found] = await scope.rows(selectCounts, await audienceValues(scope, audience, writer))
  return counts.parse(found)
}

const selectPeople = statement(
  z.object({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(['guardian', 'staff', 'student']),
    children: z.array(z.string()),
    isEmailed: z.boolean(),
    reason: z.enum(leftOutReasons).nullable(),
  }),
  `with ${audienceOf} select p.user_id as id, p.name, p.role, p.is_reachable and not ${hasNewsOff('p.email')} as "isEmailed", p.reason,
      array(select s.first_name || ' ' || s.last_name from students s where s.id = any (p.student_ids)
        order by s.first_name, s.last_name) as children
    from people p where (p.reason is not null) = $isLeftOut::boolean
    order by p.last_name, p.first_name, p.user_id limit $most offset $offset`,
  { plansAnew: true },
)

interface PreviewQuery {
  limit?: number | undefined
  offset?: number | undefined
  show?: 'recipients' | 'left-out' | undefined
}

// That a guardian is restricted is for admins alone: to instructors it is a missing right.
const shownReason = (reason: LeftOutReason, { isAdmin }: Pick<Writer, 'isAdmin'>): LeftOutReason =>
  reason === 'restricted' && !isAdmin ? 'no-right' : reason

/** Counts of people who are left out by the reasons that a reader may know. */
export function shownLeftOut(leftOut: Readonly<Record<string, number>>, reader: Pick<Writer, 'isAdmin'>) {
  const shown: Record<string, number> = {}
  for (const [reason, count] of Object.entries(leftOut)) {
    const name = shownReason(reason as LeftOutReason, reader)
    shown[name] = (shown[name] ?? 0) + count
  }
  return shown
}

/** Counts and lists whom a message would reach now. @throws forbidden */
export async function previewAudience(
  scope: TenantScope,
  audience: Audience,
  { limit = 50, offset = 0, show = 'recipients' }: PreviewQuery,
): Promise<AudiencePreview> {
  const writer = requireWriter(scope)
  await requireReach(scope, audience, writer)
  const values = await audienceValues(scope, audience, writer)
  const { leftOut, ...rest } = await countAudience(scope, audience, writer)
  const people = await scope.rows(selectPeople, { ...values, isLeftOut: show === 'left-out', most: limit, offset })
  return {
    ...rest,
    leftOut: shownLeftOut(leftOut, writer),
    people: people.map((one) => ({ ...one, reason: one.reason && shownReason(one.reason, writer) })),
  }
}
