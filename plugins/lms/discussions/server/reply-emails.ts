import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'

/** Finds restricted guardians, and users who must not meet; undefined while that plugin is off. */
export type Guarded = Pick<TenantAppServices, 'isRestrictedGuardian' | 'listSeparated'> | undefined

const selectRecipient = statement(
  z.object({
    userId: z.uuid(),
    role: z.enum(roles),
    firstName: z.string(),
    email: z.string(),
    course: z.string(),
    courseId: z.uuid(),
    lesson: z.string(),
    lessonId: z.uuid(),
    organization: z.string(),
    subdomain: z.string(),
  }),
  `select u.id as "userId", u.role, u.first_name as "firstName", u.email, c.title as course, c.id as "courseId",
      coalesce(l.title, '') as lesson, p.lesson_id as "lessonId", t.name as organization, t.subdomain
    from lms_posts p
      join users u on u.tenant_id = p.tenant_id and u.id = p.user_id and u.is_active and u.email is not null
      join tenants t on t.id = p.tenant_id
      join lms_courses c on c.owner = p.course_id_owner and c.id = p.course_id
      left join lms_lessons l on l.owner = p.course_id_owner and l.id = p.lesson_id
    where p.tenant_id = $tenantId and p.id = $threadId and p.state = 'shown' and p.user_id is distinct from $replierId
      and not exists (select from lms_mail_choices m
        where m.tenant_id = p.tenant_id and m.user_id = p.user_id and not m.sends_replies)`,
)

// Does not wait for a concurrent decision about the thread: the next reply notifies its author.
const updateMailedThread = statement(
  z.object({ id: z.uuid() }),
  `update lms_posts set reply_mailed_at = $now where tenant_id = $tenantId and id = (
      select p.id from lms_posts p where p.tenant_id = $tenantId and p.id = $threadId
        and (p.reply_mailed_at is null or p.reply_mailed_at <= $now::timestamptz - interval '1 hour')
        for update skip locked)
    returning id`,
)

/**
 * Emails the author of a thread that another user has replied, once an hour; without the text and the name.
 * The caller has checked that others see the reply.
 */
export async function emailReply(
  scope: TenantScope,
  { threadId, replierId }: { threadId: string; replierId: string | null },
  guarded: Guarded,
): Promise<void> {
  const { tenantId, core } = scope
  const [found] = await scope.rows(selectRecipient, { tenantId, threadId, replierId })
  if (!found) return
  // A thread may involve the child whom the guardian must not see.
  if (found.role === 'parent' && (await guarded?.isRestrictedGuardian(scope, found.userId))) return
  const separated = (await guarded?.listSeparated(scope, found.userId)) ?? []
  if (replierId !== null && separated.includes(replierId)) return
  if ((await scope.rows(updateMailedThread, { tenantId, threadId, now: core.clock.now().toISOString() })).length === 0)
    return
  const { email, firstName, course, courseId, lesson, lessonId, organization, subdomain } = found
  await sendMails(scope, [
    {
      to: email,
      subject: `Someone replied to your post in “${lesson}”`.slice(0, 200),
      body: [
        line`Hello ${firstName},`,
        line`Someone replied to your post in the discussion “${lesson}” of the course “${course}” at ${organization}.`,
        line`Read it here:`,
        link(core.env, subdomain, `/courses/${courseId}?lesson=${lessonId}`),
        line`You get at most one email an hour for each of your posts. Change your email preferences:`,
        link(core.env, subdomain, '/profile'),
      ],
    },
  ])
}
