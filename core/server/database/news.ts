import type { Scope } from '../core.ts'

/** Subject of a change: of the core, or with the plugin first, as `tenant-app.leaderboard`. */
export type Topic = 'session' | 'api-token' | 'user' | 'tenant' | 'settings' | 'plans' | `${string}.${string}`

export interface Announcements {
  /** Reaches every node with the commit of the scope, and never when it rolls back. */
  announce: (scope: Scope, topic: Topic, id: string) => Promise<void>
  /** Announces many changes with one message to the database. */
  announceAll: (scope: Scope, topic: Topic, ids: readonly string[]) => Promise<void>
  /** Clears the caches of every node, with the commit of the scope. */
  announceEverything: (scope: Scope) => Promise<void>
}

/** Invalidations from all nodes, on which a cache relies. */
export interface News extends Announcements {
  /** True while this node receives invalidations; while it does not, cached data cannot be trusted. */
  readonly live: boolean
  on: (topic: Topic, listener: (id: string) => void) => void
  /** Called when anything may have changed. */
  onEverything: (listener: () => void) => void
}
