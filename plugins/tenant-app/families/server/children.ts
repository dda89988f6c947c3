import type { TenantScope } from '#core/server/core.ts'

/** The caller's id when the caller is a parent, who sees the own children alone. */
export function parentOf(scope: TenantScope): string | undefined {
  return scope.actor.user?.role === 'parent' ? scope.actor.user.id : undefined
}

/** The `student_id`s of a parent's children. @param parent the statement's parameter that holds the parent's id */
export function childrenOf(parent: `$${number}`): string {
  return `select student_id from parent_students where parent_id = ${parent}`
}
