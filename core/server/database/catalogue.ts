import type { Scope } from '../core.ts'
import { PLATFORM_OWNER } from './ownership.ts'

/**
 * Whose rows of a shared catalogue a scope writes: `scope.trx('books').where({ id, owner: ownerOf(scope) })`. A platform
 * scope could write every organization's.
 */
export const ownerOf = (scope: Scope): string => (scope.kind === 'tenant' ? scope.tenantId : PLATFORM_OWNER)

/**
 * Whose rows of a shared catalogue a scope is shown: an organization the platform's and its own, the platform its own
 * alone. `whereIn('owner', ownersRead(scope))`, or `owner = any($1)` in a prepared statement, is answered by an index.
 */
export const ownersRead = (scope: Scope): readonly string[] => [...new Set([PLATFORM_OWNER, ownerOf(scope)])]
