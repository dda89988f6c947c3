import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { leaderboardSettings } from '../settings-contract.ts'
import type { LeaderboardSettings, LeaderboardSettingsChange } from '../settings-contract.ts'
import { announceBoard } from './announce-board.ts'

type Decided = Omit<LeaderboardSettings, 'updatedAt'>

/** Settings of a new organization: families see no board until an admin chooses one, and then not the last ranks. */
const initialSettings: LeaderboardSettings = {
  kind: 'neighbours',
  teamBy: 'grade',
  showsParents: false,
  showsStudents: false,
  displayNames: 'initial',
  displayEntries: 15,
  updatedAt: null,
}

const selectSettings = statement(
  leaderboardSettings,
  `select kind, team_by as "teamBy", shows_parents as "showsParents", shows_students as "showsStudents",
      display_names as "displayNames", display_entries as "displayEntries", updated_at as "updatedAt"
    from leaderboard_settings where tenant_id = $tenantId`,
)

export async function getLeaderboardSettings(scope: TenantScope): Promise<LeaderboardSettings> {
  const [found] = await scope.rows(selectSettings, { tenantId: scope.tenantId })
  return found ?? initialSettings
}

// Locks the organization's row, since the settings may have none yet.
const lockOrganization = statement('select id from tenants where id = $tenantId for no key update')

const upsertSettings = statement(
  `insert into leaderboard_settings (kind, team_by, shows_parents, shows_students, display_names, display_entries, updated_at)
      values ($kind, $teamBy, $showsParents, $showsStudents, $displayNames, $displayEntries, $updatedAt)
    on conflict (tenant_id) do update set kind = excluded.kind, team_by = excluded.team_by,
      shows_parents = excluded.shows_parents, shows_students = excluded.shows_students,
      display_names = excluded.display_names, display_entries = excluded.display_entries,
      updated_at = excluded.updated_at`,
)

/** @throws outdated 409 when `updatedAt` differs */
export async function updateLeaderboardSettings(
  scope: TenantScope,
  { updatedAt, ...change }: LeaderboardSettingsChange,
): Promise<LeaderboardSettings> {
  await scope.rows(lockOrganization, { tenantId: scope.tenantId })
  const { updatedAt: present, ...former } = await getLeaderboardSettings(scope)
  refuseOutdated('these settings', present, updatedAt)
  const difference = changedFields<Decided>(former, change)
  if (Object.keys(difference.after).length === 0) return { ...former, updatedAt: present }
  const next = { ...former, ...difference.after, updatedAt: nextVersion(scope.core.clock, present) }
  await scope.rows(upsertSettings, next)
  await record(scope, {
    action: 'leaderboard.settings-updated',
    category: 'account',
    description: 'Changed what families and displays see of the leaderboard',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...difference,
  })
  await announceBoard(scope)
  return next
}
