import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { PageInfo } from '../page.ts'
import { platformQuery, sessionQuery } from '../session.ts'
import { admission } from './admission.ts'
import { safeNext } from './next.ts'

interface Location {
  href: string
  pathname: string
  search: { next?: unknown }
}

/** Knows host and user before anything else is loaded, and lets people in, sends them on, or shows what is wrong. */
export async function enter(
  queryClient: QueryClient,
  location: Location,
  leaf: { staticData: PageInfo } | undefined,
): Promise<void> {
  const [platform, user] = await Promise.all([
    queryClient.ensureQueryData(platformQuery),
    queryClient.ensureQueryData(sessionQuery),
  ])
  if (!leaf) return
  const page = leaf.staticData
  const answer = admission(platform, user, page, location.pathname)
  if (answer.kind === 'refuse') throw notFound({ data: answer.screen })
  if (answer.kind === 'enter') return
  if (answer.to === '/auth') {
    throw redirect({ to: '/auth', search: location.pathname === '/' ? {} : { next: location.href } })
  }
  const next = page.access === 'guest' ? safeNext(location.search.next) : undefined
  throw redirect({ href: next ?? answer.to })
}
