import type { TenantScope } from '#core/server/core.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { listConsentingStudents } from '../../../care/consents/server/has-consent.ts'
import type { Period } from '../../../base/points/contract.ts'
import type { LeaderboardEntry } from '../contract.ts'
import { shownBoard } from '../settings-contract.ts'
import type { LeaderboardSettings, ShownBoard } from '../settings-contract.ts'
import { entriesOf } from './board.ts'
import { getLeaderboardSettings } from './settings.ts'
import { teamsOf } from './teams.ts'

/** Period and grade of a display. */
export interface ShownFor {
  period: Period
  /** Grade; null for all. */
  grade: string | null
}

/** Reads a display's board: as many entries as the organization chose, with names in the chosen form, without ids. */
export async function getShownBoard(scope: TenantScope, { period, grade }: ShownFor): Promise<ShownBoard> {
  const settings = await getLeaderboardSettings(scope)
  const tenant = await TenantModel.query(scope.trx).findById(scope.tenantId)
  const { kind } = settings
  const board = { organization: tenant?.name ?? '', period, grade }
  if (kind === 'personal-best') return { ...board, kind: 'none', entries: [], teams: [] }
  const limit = settings.displayEntries
  if (kind === 'teams') {
    const { rows } = await teamsOf(scope, { viewer: 'staff', by: settings.teamBy }, { period, limit })
    // Teams cover all grades, whatever the display's grade.
    return shownBoard.parse({ ...board, grade: null, kind: 'teams', entries: [], teams: rows })
  }
  const sight = kind === 'first-ten' ? 'first-ten' : 'all'
  const asked = { period, limit, ...(grade === null ? {} : { grade }) }
  const { rows } = await entriesOf(scope, { viewer: 'staff', sight }, asked)
  const entries = (await mayBeNamed(scope, settings, rows)) ? rows : rows.map(shortenName)
  // The schema removes ids, pictures and grades.
  return shownBoard.parse({ ...board, kind: 'students', entries, teams: [] })
}

/** Reports whether every shown child has the consent to full names: a single short name would reveal a missing consent. */
async function mayBeNamed(
  scope: TenantScope,
  { displayNames }: LeaderboardSettings,
  rows: readonly LeaderboardEntry[],
): Promise<boolean> {
  if (displayNames !== 'full') return false
  const ids = rows.flatMap(({ id }) => id ?? [])
  return (await listConsentingStudents(scope, ids, 'media-publication')).size === rows.length
}

const shortenName = (entry: LeaderboardEntry): LeaderboardEntry => {
  const [initial = ''] = entry.lastName
  return { ...entry, lastName: `${initial}.` }
}
