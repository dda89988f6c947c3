import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { hoursAgo, insert, type SeededOrganization, type SeededStudent } from './rows.ts'

const stories = [
  {
    hours: 4,
    subject: 'Bring a water bottle on Friday',
    body: 'We are outside all afternoon on Friday. Please send {child} with a water bottle and a hat.',
    wantsAcknowledgement: false,
  },
  {
    hours: 52,
    subject: 'Early pick-up next Wednesday',
    body: 'The building closes early next Wednesday. Please pick up {child} by 4 PM and acknowledge this message.',
    wantsAcknowledgement: true,
  },
  {
    hours: 310,
    subject: 'Project fair: you are invited',
    body: 'On the last day of the term students show what they have built. Families are welcome from 3 PM.',
    wantsAcknowledgement: false,
  },
]

/** Seeds announcements to all families, the older ones opened, and a template. */
export async function seedMessages(
  scope: PlatformScope,
  { id: tenantId, instructors, staff }: SeededOrganization,
  students: readonly SeededStudent[],
): Promise<void> {
  const [writtenBy, writtenByName] = [instructors.at(-1), staff.at(-1)]
  const families = Map.groupBy(
    students.flatMap(({ id, guardians }) => guardians.map((guardian) => ({ studentId: id, userId: guardian.id }))),
    ({ userId }) => userId,
  )
  if (!writtenBy || !writtenByName || families.size === 0) return
  for (const { hours, ...text } of stories) {
    const messageId = randomUUID()
    const at = hoursAgo(scope, hours)
    const moment = { sendAt: at, resolvedAt: at, sentAt: at, createdAt: at, updatedAt: at }
    const audience = { any: [{ kind: 'organization' }], minus: [], to: ['families'] }
    const row = { ...text, ...moment, audience, id: messageId, tenantId, kind: 'announcement', status: 'sent' }
    await insert(scope, 'messages', [{ ...row, writtenBy, writtenByName }])
    const recipients = [...families].map(([userId, children], index) => ({
      children,
      row: {
        id: randomUUID(),
        tenantId,
        messageId,
        userId,
        role: 'guardian',
        openedAt: hours > 24 && index % 3 > 0 ? hoursAgo(scope, hours - 2) : null,
        acknowledgedAt: text.wantsAcknowledgement && index % 3 > 0 ? hoursAgo(scope, hours - 2) : null,
        createdAt: at,
      },
    }))
    await insert(
      scope,
      'messageRecipients',
      recipients.map((one) => one.row),
    )
    await insert(
      scope,
      'messageChildren',
      recipients.flatMap(({ row: { id: recipientId }, children }) =>
        children.map(({ studentId }) => ({ tenantId, recipientId, studentId })),
      ),
    )
  }
  await insert(scope, 'messageTemplates', [
    {
      tenantId,
      name: 'Late start',
      subject: '{session} starts later',
      body: '{session} on {time} starts half an hour later. We meet at {place}.',
    },
  ])
}
