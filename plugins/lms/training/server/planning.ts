import type { TenantScope } from '#core/server/core.ts'

/** What is asked of `tenant-app`, where that plugin is on. */
export interface Planning {
  /** What sessions can be planned of, by title. */
  projectNames: (scope: TenantScope) => Promise<{ id: string; title: string }[]>
  /** Who leads sessions of which project that are not over. */
  projectLeaders: (scope: TenantScope) => Promise<{ userId: string; projectId: string; until: string }[]>
  plannedSessions: (
    scope: TenantScope,
    sessionIds: readonly string[],
  ) => Promise<{ sessionId: string; instructorId: string; instructorName: string; projectId: string }[]>
}
