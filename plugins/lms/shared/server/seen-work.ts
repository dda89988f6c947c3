import type { RowPolicy, Viewer } from '#core/server/database/row-policy.ts'

// Graders never see their own work, or work of deleted accounts.
const isOfOther = (column: string) => `${column} is distinct from $caller::uuid`

const byViewer: Record<Viewer, (column: string) => string> = {
  superadmin: isOfOther,
  tenant_admin: isOfOther,
  // Excludes staff. Row-level security limits it to the organization.
  instructor: (column) =>
    `(${isOfOther(column)} and ${column} in (select id from users where role in ('student', 'parent')))`,
  parent: () => 'false',
  student: () => 'false',
  anonymous: () => 'false',
  system: () => 'true',
}

/** Work that a viewer sees, grades and moderates, by the column with its author. Learners read their own elsewhere. */
export const isVisibleWork: RowPolicy = (viewer, column) => byViewer[viewer](column)

const ofTeam: Partial<Record<Viewer, string>> = {
  superadmin: 'not ($caller::uuid = any (w.team_ids))',
  tenant_admin: 'not ($caller::uuid = any (w.team_ids))',
  instructor: `not ($caller::uuid = any (w.team_ids))
    and not exists (select from users t where t.id = any (w.team_ids) and t.role not in ('student', 'parent'))`,
}

/** Builds the condition on rows `w` of `lms_work` that a viewer sees: for a team, only if they see the work of all members. */
export const areVisiblePieces = (viewer: Viewer): string =>
  [isVisibleWork(viewer, 'w.user_id'), ofTeam[viewer] ?? 'true'].join(' and ')
