import { roles, type Role } from '#core/contract/roles.ts'
import type { Scope } from '../core.ts'

/** Viewer of rows: the role of a user, a visitor who is not signed in, or the platform itself, in jobs and commands. */
export type Viewer = Role | 'anonymous' | 'system'

/** For `variants`: a statement with a policy differs per viewer. */
export const viewers: readonly Viewer[] = [...roles, 'anonymous', 'system']

/** Rows that a viewer sees: all, none, or those whose ids a query returns in which `$caller` is the caller's id. */
type Sight = 'all' | 'none' | `select ${string}`

/** Returns the condition under which a viewer sees the row whose id is in `column`. */
export type RowPolicy = (viewer: Viewer, column: string) => string

/**
 * Decides which rows of one kind each role sees; visitors who are not signed in see none. Statements take it as a
 * condition, so that lists, statistics and single answers follow one rule. Row-level security has
 * already hidden other organizations.
 *
 *     const policy = rowPolicy({ ..., parent: 'select student_id from parent_students where parent_id = $caller' })
 *     variants({ viewer: viewers }, ({ viewer }) => statement(row, `select id from students where ${policy(viewer, 'id')}`))
 */
export function rowPolicy(byRole: Record<Role, Sight>): RowPolicy {
  return (viewer, column) => {
    const sight = { ...byRole, anonymous: 'none', system: 'all' }[viewer]
    if (sight === 'all') return 'true'
    return sight === 'none' ? 'false' : `${column} in (${sight})`
  }
}

/** Returns the viewer of this scope, for the variant of a statement. */
export function viewerOf({ actor }: Scope): Viewer {
  if (actor.user) return actor.user.role
  // Every request has an address, with or without a user.
  return actor.ipAddress === null ? 'system' : 'anonymous'
}

/** The value of `$caller`. Absent for visitors who are not signed in, whose statements do not use it. */
export function callerOf({ actor }: Scope): { caller?: string } {
  return actor.user ? { caller: actor.user.id } : {}
}
