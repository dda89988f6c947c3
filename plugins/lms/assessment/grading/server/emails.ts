import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import type { HandInMember } from '../../handins/server/lock-submission.ts'
import type { SeenWork } from './held-work.ts'

const selectSender = statement(
  z.object({ organization: z.string(), subdomain: z.string() }),
  'select name as organization, subdomain from tenants where id = $tenantId',
)

const outcomeLabels = {
  posted: { subject: 'was graded', text: 'was graded' },
  returned: { subject: 'is to be done again', text: 'was reviewed and needs to be resubmitted' },
  excused: { subject: 'does not have to be submitted', text: 'does not have to be submitted: you are excused' },
} as const

/** Notifies learners by email that their work was graded. They read the result after signing in. */
export async function emailGraded(
  scope: TenantScope,
  { course, courseId, lesson, lessonId }: Pick<SeenWork, 'course' | 'courseId' | 'lesson' | 'lessonId'>,
  people: readonly Pick<HandInMember, 'email' | 'firstName'>[],
  did: keyof typeof outcomeLabels,
): Promise<void> {
  const [from] = await scope.rows(selectSender, { tenantId: scope.tenantId })
  if (!from) throw new Error('The organization of a scope is there')
  const { subject, text } = outcomeLabels[did]
  const at = link(scope.core.env, from.subdomain, `/courses/${courseId}?lesson=${lessonId}`)
  await sendMails(
    scope,
    people.flatMap(({ email, firstName }) =>
      email === null
        ? []
        : [
            {
              to: email,
              subject: `“${lesson}” ${subject}`.slice(0, 200),
              body: [
                line`Hello ${firstName},`,
                line`“${lesson}” of the course “${course}” at ${from.organization} ${text}.`,
                line`What was said of it is here:`,
                at,
              ],
            },
          ],
    ),
  )
}
