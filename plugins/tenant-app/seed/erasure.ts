import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { DOWNLOAD_DAYS } from '../records/exports/contract.ts'
import { dayFrom, hoursAgo, insert, type SeededOrganization, type SeededStudent } from './rows.ts'

const DAY_HOURS = 24

/**
 * Seeds exports and erasures: an expired export and a stopped one, an erased guardian and an erased authorized pickup, and two
 * erasure requests, one of them declined with a reason.
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
      touchedAt: hoursAgo(scope, days * DAY_HOURS),
      createdBy: instructors.at(-1),
      createdByName: admin,
      createdByRole: 'tenant_admin',
      createdAt: hoursAgo(scope, days * DAY_HOURS),
      finishedAt: hoursAgo(scope, days * DAY_HOURS),
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
        expiresAt: hoursAgo(scope, (20 - DOWNLOAD_DAYS) * DAY_HOURS),
      }),
    ])
    await insert(scope, 'dataExports', [exported(21, { status: 'cancelled', attempts: 1 })])
  }
  await insert(
    scope,
    'erasures',
    [
      { kind: 'user', called: 'guardian', erasedAt: hoursAgo(scope, 12 * DAY_HOURS) },
      { kind: 'collector', called: 'authorized pickup', erasedAt: hoursAgo(scope, 33 * DAY_HOURS) },
    ].map((one) => ({ ...one, organizationId: tenantId, personId: randomUUID(), erasedByName: admin })),
  )
  // Guardians without an account cannot send requests.
  const asking = students.flatMap(({ id: studentId, guardians }) =>
    guardians
      .filter(({ id }) => parents.some((parent) => parent.id === id))
      .map(({ id: requestedBy }) => ({ tenantId, studentId, requestedBy })),
  )
  const [first, second] = [asking.at(-1), asking.find(({ requestedBy }) => requestedBy !== asking.at(-1)?.requestedBy)]
  if (first) {
    const words = 'We have moved away and will not come back.'
    await insert(scope, 'erasureRequests', [{ ...first, words, askedAt: hoursAgo(scope, 4 * DAY_HOURS) }])
  }
  if (second && admin) {
    await insert(scope, 'erasureRequests', [
      {
        ...second,
        words: 'Please delete everything.',
        askedAt: hoursAgo(scope, 40 * DAY_HOURS),
        declinedAt: hoursAgo(scope, 38 * DAY_HOURS),
        declinedByName: admin,
        answer: 'Your child still comes every week. We erase what we have once the child has left.',
      },
    ])
  }
}
