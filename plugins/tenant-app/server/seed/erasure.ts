import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { KEPT_DAYS } from '../../exports/contract.ts'
import { dayFrom, hoursAgo, insert, type SeededOrganization, type SeededStudent } from './rows.ts'

const DAY = 24

/**
 * Seeds exports and erasures: an expired export and one that was stopped, a guardian and an authorized pickup
 * who were erased, and two erasure requests, one of them declined with the reason.
 */
export async function seedErasure(
  scope: PlatformScope,
  { id: tenantId, subdomain, staff, instructors, parents, today }: SeededOrganization,
  students: readonly SeededStudent[],
): Promise<void> {
  const admin = staff.at(-1) ?? null
  if (admin) {
    const exported = (days: number, more: object) => ({
      tenantId,
      kind: 'organization',
      includesHealth: false,
      filename: `${subdomain}-all-data-${dayFrom(today, -days)}.zip`,
      touchedAt: hoursAgo(scope, days * DAY),
      createdBy: instructors.at(-1),
      createdByName: admin,
      createdByRole: 'tenant_admin',
      createdAt: hoursAgo(scope, days * DAY),
      finishedAt: hoursAgo(scope, days * DAY),
      ...more,
    })
    await insert(scope, 'dataExports', [
      exported(20, {
        status: 'expired',
        progress: 100,
        attempts: 1,
        size: 1_482_331,
        rowCount: 1204,
        fileCount: 9,
        missingCount: 0,
        expiresAt: hoursAgo(scope, (20 - KEPT_DAYS) * DAY),
      }),
    ])
    await insert(scope, 'dataExports', [exported(21, { status: 'cancelled', attempts: 1 })])
  }
  await insert(
    scope,
    'erasures',
    [
      { kind: 'user', called: 'guardian', erasedAt: hoursAgo(scope, 12 * DAY) },
      { kind: 'collector', called: 'person who may collect', erasedAt: hoursAgo(scope, 33 * DAY) },
    ].map((one) => ({ ...one, organizationId: tenantId, personId: randomUUID(), erasedByName: admin })),
  )
  // Who has no account asks in no portal.
  const asking = students.flatMap(({ id: studentId, guardians }) =>
    guardians
      .filter(({ id }) => parents.some((parent) => parent.id === id))
      .map(({ id: requestedBy }) => ({ tenantId, studentId, requestedBy })),
  )
  const [first, second] = [asking.at(-1), asking.find(({ requestedBy }) => requestedBy !== asking.at(-1)?.requestedBy)]
  if (first) {
    const words = 'We have moved away and will not come back.'
    await insert(scope, 'erasureRequests', [{ ...first, words, askedAt: hoursAgo(scope, 4 * DAY) }])
  }
  if (second && admin) {
    await insert(scope, 'erasureRequests', [
      {
        ...second,
        words: 'Please delete everything.',
        askedAt: hoursAgo(scope, 40 * DAY),
        declinedAt: hoursAgo(scope, 38 * DAY),
        declinedByName: admin,
        answer: 'Your child still comes every week. We erase what we have once the child has left.',
      },
    ])
  }
}
