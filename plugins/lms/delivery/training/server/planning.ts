import type { TenantScope } from '#core/server/core.ts'

/** Service of `tenant-app`, while that plugin is on. */
export interface Planning {
  /** Lists projects for which sessions can be planned, by title. */
  projectNames: (scope: TenantScope) => Promise<{ id: string; title: string }[]>
  /** Lists instructors who lead upcoming or current sessions of a project. */
  projectLeaders: (scope: TenantScope) => Promise<{ userId: string; projectId: string; until: string }[]>
  plannedSessions: (
    scope: TenantScope,
    sessionIds: readonly string[],
  ) => Promise<{ sessionId: string; instructorId: string; instructorName: string; projectId: string }[]>
}
