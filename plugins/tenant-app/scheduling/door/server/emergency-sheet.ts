import type { TenantScope } from '#core/server/core.ts'
import { forbidden } from '#core/server/errors.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { recordViewsOf } from '../../../base/ledger/server/views.ts'
import type { AlertLevel } from '../../../care/health/contract.ts'
import { showAlerts } from '../../../care/health/server/alerts.ts'
import { listContacts } from '../../rosters/server/contacts.ts'
import { getOwnDoor } from './get-door.ts'
import { makeSheet } from './make-sheet.ts'

const levelTexts: Record<AlertLevel, string> = { none: '', low: 'Low', medium: 'Medium', high: 'HIGH' }

/** Written where the caller's right to health data ends: an empty field would say that there is nothing. */
const NOT_SHOWN = 'Ask an admin'

/**
 * Prints the children of a meeting with the level of their alert, what staff must do at once, and two guardians to call.
 * Each print is noted in the ledger of each child.
 * @throws not-found, forbidden at another instructor's door, and for platform staff, who owe a reason for each child
 */
export async function printEmergencySheet(
  scope: TenantScope,
  sessionId: string,
  chosenMeeting?: string,
): Promise<FileAnswer> {
  const door = await getOwnDoor(scope, sessionId, chosenMeeting)
  const { user } = scope.actor
  if (user?.role !== 'tenant_admin' && user?.role !== 'instructor') throw forbidden()
  const studentIds = door.children.map(({ studentId }) => studentId)
  const alerts = await showAlerts(scope, studentIds)
  const contacts = await listContacts(scope, studentIds)
  const { id, name, role } = user
  const words = `Printed the emergency sheet of ${door.sessionName}`.slice(0, 500)
  await recordViewsOf(scope, { studentIds, what: 'emergency', viewer: { id, name, role }, reason: 'session', words })
  return makeSheet(scope, door, {
    title: 'Emergency sheet',
    file: 'emergency',
    table: {
      columns: [
        { label: 'Child', share: 0.2 },
        { label: 'Alert', share: 0.12 },
        { label: 'Do at once', share: 0.3 },
        { label: 'Call first', share: 0.19 },
        { label: 'Call second', share: 0.19 },
      ],
      rows: door.children.map(({ studentId, firstName, lastName }) => {
        const alert = alerts.get(studentId)
        const [first = '', second = ''] = (contacts.get(studentId) ?? []).map((one) =>
          [one.firstName, one.relationship && `(${one.relationship})`, one.phone].filter(Boolean).join(' '),
        )
        return [
          `${firstName} ${lastName}`,
          alert ? levelTexts[alert.level] : NOT_SHOWN,
          alert?.responseLine ?? '',
          first,
          second,
        ]
      }),
    },
    note: 'Confidential health data. Keep this sheet with you, and shred it after the session.',
  })
}
