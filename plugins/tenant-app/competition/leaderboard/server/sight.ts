import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, type Viewer } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { isSeparated } from '../../../base/families/server/separation.ts'
import { FIRST_RANKS, NEIGHBOR_ROWS, type BoardKind, type LeaderboardView } from '../contract.ts'
import type { LeaderboardSettings } from '../settings-contract.ts'
import { getLeaderboardSettings } from './settings.ts'

/** Viewers of a board: staff see everyone, and so does a display before names are shortened. */
export const boardViewers = ['staff', 'parent', 'student'] as const
export type BoardViewer = (typeof boardViewers)[number]

/** Sets of rows that a viewer sees of a board. */
export const sights = ['all', 'first-ten', 'neighbours', 'own'] as const
export type Sight = (typeof sights)[number]

const sightOfKind: Record<BoardKind, Sight> = {
  everyone: 'all',
  'first-ten': 'first-ten',
  neighbours: 'neighbours',
  'personal-best': 'own',
  teams: 'own',
}

/** True where a student is the viewer's own: a child of theirs, or themselves. */
export const isOwn = (viewer: BoardViewer, column: string): string =>
  viewer === 'staff' ? 'false' : seenStudents(viewer satisfies Viewer, column)

/** Condition on row `r` of `board` under which a sight includes it. */
export const seenBy: Record<Sight, string> = {
  all: 'true',
  'first-ten': `r.points >= (select min(points) from ranks where rank <= ${FIRST_RANKS})`,
  neighbours: `r.place in (select o.place + near from board o
    cross join generate_series(-${NEIGHBOR_ROWS}, ${NEIGHBOR_ROWS}) near where o.is_own)`,
  own: 'r.is_own',
}

/** Condition on row `r` of `board` that excludes, under any sight, children whom the guardian may not see. */
export const isNotBarred = (viewer: BoardViewer): string =>
  viewer === 'parent'
    ? `not exists (select from parent_students g
        where g.parent_id = $caller and g.student_id = r.id and ${isSeparated})`
    : 'true'

const selectSeesAnyChild = statement(
  z.object({ seesAny: z.boolean() }),
  `select exists (select from students s where ${seenStudents('parent', 's.id')}) as "seesAny"`,
)

interface Seeing {
  viewer: BoardViewer
  sight: Sight
  settings: LeaderboardSettings
}

const isShownTo = (viewer: BoardViewer, { showsParents, showsStudents }: LeaderboardSettings) =>
  viewer === 'staff' || (viewer === 'parent' ? showsParents : showsStudents)

function viewerOf({ actor }: TenantScope): BoardViewer {
  const role = actor.user?.role
  return role === 'parent' || role === 'student' ? role : 'staff'
}

/** Reports whether a guardian may see no child of the organization; such guardians see no other children either. */
async function hasNoChild(scope: TenantScope, viewer: BoardViewer): Promise<boolean> {
  if (viewer !== 'parent') return false
  const [found] = await scope.rows(selectSeesAnyChild, callerOf(scope))
  return found?.seesAny !== true
}

/**
 * Requires and describes the caller's view of the leaderboard.
 * @throws forbidden where families see none, and for guardians who see no child
 */
export async function requireSight(scope: TenantScope): Promise<Seeing> {
  const [viewer, settings] = [viewerOf(scope), await getLeaderboardSettings(scope)]
  if (!isShownTo(viewer, settings)) throw forbidden('This organization does not show its leaderboard to families.')
  if (await hasNoChild(scope, viewer)) throw forbidden('The leaderboard is for families with a child here.')
  return { viewer, settings, sight: viewer === 'staff' ? 'all' : sightOfKind[settings.kind] }
}

export async function getLeaderboardView(scope: TenantScope): Promise<LeaderboardView> {
  const viewer = viewerOf(scope)
  const settings = await getLeaderboardSettings(scope)
  const { kind, teamBy, showsParents: parents, showsStudents: students } = settings
  if (viewer === 'staff') return { isShown: true, kind: 'everyone', teamBy, families: { parents, students, kind } }
  const isShown = isShownTo(viewer, settings) && !(await hasNoChild(scope, viewer))
  return { isShown, kind, teamBy, families: null }
}
