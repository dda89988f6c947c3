import type { RowPolicy, Viewer } from '#core/server/database/row-policy.ts'

// Nobody grades themselves, and nobody's work is theirs whose account is gone.
const isOfOther = (column: string) => `${column} is distinct from $caller::uuid`

const byViewer: Record<Viewer, (column: string) => string> = {
  superadmin: isOfOther,
  tenant_admin: isOfOther,
  // Never staff's. Row-level security leaves those of the organization.
  instructor: (column) =>
    `(${isOfOther(column)} and ${column} in (select id from users where role in ('student', 'parent')))`,
  parent: () => 'false',
  student: () => 'false',
  anonymous: () => 'false',
  system: () => 'true',
}

/**
 * Whose work somebody sees, grades and moderates, by the column that names whoever did it. Learners read their own
 * elsewhere.
 */
export const isVisibleWork: RowPolicy = (viewer, column) => byViewer[viewer](column)

const ofTeam: Partial<Record<Viewer, string>> = {
  superadmin: 'not ($caller::uuid = any (w.team_ids))',
  tenant_admin: 'not ($caller::uuid = any (w.team_ids))',
  instructor: `not ($caller::uuid = any (w.team_ids))
    and not exists (select from users t where t.id = any (w.team_ids) and t.role not in ('student', 'parent'))`,
}

/** Which rows `w` of `lms_work` somebody sees: of a team, all of whose work they see. */
export const areVisiblePieces = (viewer: Viewer): string =>
  [isVisibleWork(viewer, 'w.user_id'), ofTeam[viewer] ?? 'true'].join(' and ')
