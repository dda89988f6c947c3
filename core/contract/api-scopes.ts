import type { EndpointSpec } from './endpoint.ts'

/** Parts of paths that name who an endpoint is for, and not its subject. */
const AREAS = new Set(['tenant', 'admin', 'user'])

/** Names the group of an endpoint: the subject in its path, which is its tag in the API document. */
export function apiGroup(path: string): string {
  const [, first = 'api', second] = path.split('/').filter(Boolean)
  return AREAS.has(first) && second !== undefined && !second.startsWith('{') ? second : first
}

/**
 * Returns the scope that an API token needs for an endpoint: its group, and `read` or `write` by its method. Null where
 * no token is accepted: what contracts declare `sessionOnly`, what asks for a recent confirmation, what devices call,
 * signing in, and addresses outside of the API.
 */
export function scopeOf({ method, path, access }: Pick<EndpointSpec, 'method' | 'path' | 'access'>): string | null {
  if (access.sessionOnly || access.recentlyConfirmed || access.who === 'device') return null
  if (!path.startsWith('/api/')) return null
  if (access.who === 'anyone' && method !== 'GET') return null
  return `${apiGroup(path)}:${method === 'GET' ? 'read' : 'write'}`
}

/** Returns a group in words: `subscription-plans` is 'Subscription plans'. */
export function groupLabel(group: string): string {
  const words = group.replaceAll('-', ' ').replaceAll(/\blms\b/g, 'LMS')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
