import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import { showAlerts } from '../../../care/health/server/alerts.ts'
import type { BadgeFormat } from '../children-contract.ts'
import { giveBadgeCodes } from './badge-codes.ts'
import { getOwnDoor } from './get-door.ts'

/** A badge, as it is drawn. */
export interface Badge {
  /** First name and initial. */
  name: string
  group: string
  code: string
  /** `unknown` where the caller's right to health data ends. */
  alert: 'none' | 'some' | 'unknown'
}

export interface BadgeSheet {
  title: string
  createdAt: Date
  format: BadgeFormat
  badges: Badge[]
}

const badgesPdf = definePdf<BadgeSheet>(new URL('draw-badges.ts', import.meta.url))

const selectGroups = statement(
  z.object({ studentId: z.uuid(), name: z.string() }),
  `select distinct on (m.student_id) m.student_id as "studentId", g.name
    from group_members m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.student_id = any($studentIds::uuid[]) and g.archived_at is null and ${isMemberOn('m', '$day::date')}
    order by m.student_id, fold(g.name), g.id`,
)

/**
 * Prints the badges of a meeting. A child keeps its code of the day, however often its badge is printed; siblings have the
 * same. Why there is an alert is on no badge.
 * @throws not-found, forbidden at another instructor's door, and for platform staff, who see no alerts
 */
export async function printBadges(
  scope: TenantScope,
  sessionId: string,
  format: BadgeFormat,
  chosenMeeting?: string,
): Promise<FileAnswer> {
  if (scope.actor.user?.role === 'superadmin') throw forbidden()
  const { children, meeting, sessionName } = await getOwnDoor(scope, sessionId, chosenMeeting)
  const { day } = meeting
  const studentIds = children.map(({ studentId }) => studentId)
  const codes = await giveBadgeCodes(scope, day, studentIds)
  const alerts = await showAlerts(scope, studentIds)
  const groups = new Map((await scope.rows(selectGroups, { studentIds, day })).map((one) => [one.studentId, one.name]))
  const alertOf = (id: string): Badge['alert'] => {
    const level = alerts.get(id)?.level
    return level === undefined ? 'unknown' : level === 'none' ? 'none' : 'some'
  }
  const sheet: BadgeSheet = {
    title: `Badges, ${sessionName}`,
    createdAt: scope.core.clock.now(),
    format,
    badges: children.map(({ studentId, firstName, lastName }) => ({
      name: `${firstName} ${lastName.slice(0, 1)}.`,
      group: groups.get(studentId) ?? '',
      code: codes.get(studentId) ?? '',
      alert: alertOf(studentId),
    })),
  }
  return new FileAnswer('application/pdf', () => scope.core.pdfs.make(badgesPdf, sheet), {
    'content-disposition': `inline; filename="badges-${day}.pdf"`,
    'cache-control': 'private, no-store',
  })
}
