import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import type { HandInMember, LockedSubmission } from './lock-submission.ts'

interface Receipt {
  number: number
  handedInAt: string
  lateSeconds: number
  /** Number of files. */
  files: number
}

const selectSender = statement(
  z.object({ organization: z.string(), subdomain: z.string() }),
  'select name as organization, subdomain from tenants where id = $tenantId',
)

/** Emails a receipt with time and number to all members of a submission. */
export async function emailReceipts(
  scope: TenantScope,
  { title, courseTitle, courseId, lessonId, timeZone }: LockedSubmission,
  members: readonly HandInMember[],
  { number, handedInAt, lateSeconds, files }: Receipt,
): Promise<void> {
  const [from] = await scope.rows(selectSender, { tenantId: scope.tenantId })
  if (!from) throw new Error('The organization of a scope is there')
  const { env } = scope.core
  const words = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  const at = new Intl.DateTimeFormat('en-US', words).format(new Date(handedInAt))
  await sendMails(
    scope,
    members.flatMap(({ email, firstName }) =>
      email === null
        ? []
        : [
            {
              to: email,
              subject: `“${title}” was submitted`.slice(0, 200),
              body: [
                line`Hello ${firstName},`,
                line`“${title}” of the course “${courseTitle}” at ${from.organization} was submitted on ${at} (${timeZone}).`,
                [
                  line`Version: ${number}`,
                  line`Files: ${files === 0 ? 'none' : countText(files, 'file')}`,
                  line`Late: ${lateSeconds === 0 ? 'no' : 'yes'}`,
                ],
                line`The submission and its feedback:`,
                link(env, from.subdomain, `/courses/${courseId}?lesson=${lessonId}`),
              ],
            },
          ],
    ),
  )
}
