import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { mount } from '#core/server/http/mount.ts'
import { FAMILY_RESEND_HOURS, inviteAll } from '#core/server/identity/invitations.ts'
import { countUnreached, hasAccount } from '../../../base/families/server/unreached.ts'
import { isBouncing } from '../../../base/people/server/people.ts'
import { isInGroup } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import {
  invitationsContract,
  leftOutReasons,
  MAX_INVITED,
  type InvitationFilters,
  type InvitationPreview,
} from '../contract.ts'

const candidate = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  children: z.array(z.string()),
  reason: z.enum(leftOutReasons).nullable(),
})

// A guardian without access to any child would open an empty account; the answer does not say who is restricted.
const candidates = `select u.id as "userId", u.first_name || ' ' || u.last_name as name, u.email,
    array_agg(s.first_name || ' ' || s.last_name order by s.first_name, s.last_name) as children,
    case when u.email is null then 'no-email'
         when ${isBouncing} then 'bounced'
         when not bool_or(p.may_see and not p.is_restricted) then 'no-access'
         when i.created_at > $now::timestamptz - interval '${FAMILY_RESEND_HOURS} hours' then 'invited-today' end as reason
  from parent_students p
    join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
    join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
    left join invitations i on i.user_id = u.id and i.accepted_at is null
  where u.is_active and u.password_hash is null and s.is_active and s.erased_at is null`

const selectCandidates = variants(
  { viewer: viewers, isOfGroup: [true, false], isWithoutAccount: [true, false] },
  ({ viewer, isOfGroup, isWithoutAccount }) =>
    statement(
      candidate,
      `${candidates}
       and ($guardian::text is null or u.search like (select containing($guardian)))
       and ($search::text is null or s.search like (select containing($search)))
       and ($grade::text is null or s.grade = $grade)
       and coalesce($status::text, 'active') = 'active'
       ${isOfGroup ? `and ${isInGroup(viewer, 's.id')}` : ''}
       ${isWithoutAccount ? `and not ${hasAccount('s')}` : ''}
       and (i.user_id is null or i.expires_at <= $now::timestamptz
         or i.created_at > $now::timestamptz - interval '${FAMILY_RESEND_HOURS} hours')
     group by u.id, i.user_id, i.created_at order by u.last_name, u.first_name, u.id limit ${MAX_INVITED}`,
      { plansAnew: true },
    ),
)

/** Lists guardians of students, or by their own names, who could be invited; a thousand at most. */
async function previewInvitations(
  scope: TenantScope,
  { guardian, ...filters }: InvitationFilters,
): Promise<InvitationPreview> {
  const now = scope.core.clock.now()
  const { search, grade, status, groupId, account } = filters
  const chosen = {
    viewer: viewerOf(scope),
    isOfGroup: groupId !== undefined,
    isWithoutAccount: account === 'none',
  }
  const found = await scope.rows(selectCandidates(chosen), {
    now,
    guardian: guardian ?? null,
    search: search ?? null,
    grade: grade ?? null,
    status: status ?? null,
    ...(groupId !== undefined && { groupId, today: await getLocalDay(scope), ...callerOf(scope) }),
  })
  return {
    guardians: found.flatMap(({ reason, ...one }) => (reason === null ? [one] : [])),
    leftOut: found.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }])),
    ...(await countUnreached(scope)),
  }
}

const selectInvitable = statement(
  z.object({ userId: z.string() }),
  `select u.id as "userId" from users u
    where u.id = any ($userIds::uuid[]) and u.role = 'parent' and u.is_active and not ${isBouncing}
      and exists (select from parent_students p where p.tenant_id = u.tenant_id and p.parent_id = u.id
        and p.may_see and not p.is_restricted)`,
)

/** Invites guardians, all or none; of two admins who do it at once, one invites each. */
async function inviteGuardians(scope: TenantScope, userIds: readonly string[]): Promise<{ invited: number }> {
  const invitable = await scope.rows(selectInvitable, { userIds })
  const invited = await inviteAll(
    scope,
    scope.tenantId,
    invitable.map(({ userId }) => userId),
  )
  return { invited: invited.length }
}

export const invitationsRoutes = mount(invitationsContract, {
  previewInvitations,
  inviteGuardians: (scope, { userIds }) => inviteGuardians(scope, userIds),
})
